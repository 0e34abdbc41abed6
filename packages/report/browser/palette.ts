import type { CounterName } from '../src/html/series/counter-name.ts';

/** Colours for canvases, from the style of the page in its present theme. */
export interface Palette {
  readonly text: string;
  readonly faint: string;
  readonly line: string;
  readonly surface: string;
  readonly accent: string;
  readonly band: string;
  readonly median: string;
  readonly severity: Readonly<Record<'critical' | 'warning' | 'info', string>>;
  readonly counters: Readonly<Record<CounterName, string>>;
  /** For ranks side by side. */
  readonly lines: readonly string[];
}

/** Dashes that tell lines apart without their colours. */
export const DASHES: readonly (readonly number[])[] = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 2], [1, 2]];

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    text: color('text'),
    faint: color('faint'),
    line: color('line'),
    surface: color('surface'),
    accent: color('accent'),
    band: color('band'),
    median: color('median'),
    severity: { critical: color('critical'), warning: color('warning'), info: color('info') },
    counters: {
      allocated: color('series-1'),
      reserved: color('series-2'),
      device_used: color('series-3'),
      hidden: color('series-4'),
    },
    lines: ['series-1', 'series-4', 'series-3', 'series-5', 'series-2', 'series-6'].map(color),
  };
}

/** Anchors of cividis, which is read the same with and without colour vision. */
const CIVIDIS = [
  [0, 34, 78],
  [18, 53, 112],
  [59, 73, 108],
  [87, 93, 109],
  [112, 113, 115],
  [138, 134, 120],
  [165, 156, 116],
  [195, 179, 105],
  [225, 204, 85],
  [254, 232, 56],
] as const;
/** Blue for less, grey for the same, orange for more than the peers. */
const DIVERGING = {
  light: [
    [0, 90, 181],
    [98, 157, 216],
    [236, 238, 240],
    [240, 150, 70],
    [196, 68, 0],
  ],
  dark: [
    [90, 170, 255],
    [50, 104, 166],
    [38, 44, 52],
    [184, 104, 34],
    [255, 160, 64],
  ],
} as const;

type Color = readonly [number, number, number];

/** The colour of a share 0…1 of a scale, as red, green and blue. */
export function scaleColor(scale: 'value' | 'difference', theme: 'light' | 'dark', share: number): Color {
  const anchors = scale === 'value' ? CIVIDIS : DIVERGING[theme];
  const place = Math.max(0, Math.min(1, share)) * (anchors.length - 1);
  const index = Math.min(anchors.length - 2, Math.floor(place));
  const [low, high] = [anchors[index]!, anchors[index + 1]!];
  const mix = (channel: 0 | 1 | 2) => Math.round(low[channel] + (high[channel] - low[channel]) * (place - index));
  return [mix(0), mix(1), mix(2)];
}
