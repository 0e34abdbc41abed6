import type { DiagnosisPageData, RankRow, StatementData } from '../../src/html/page-data.ts';
import type { CounterName } from '../../src/html/series/counter-name.ts';
import { type PeerBand, peerBand } from '../../src/html/series/peer-band.ts';
import { type DecodedTrack, decodeColumn, decodeTrack } from './decode.ts';

export const COUNTER_WORDS: Readonly<Record<CounterName, string>> = {
  allocated: 'Allocated',
  reserved: 'Reserved',
  device_used: 'Device used',
  hidden: 'Hidden gap',
};

/** What the page shows, decoded when it is first asked for. */
export class Run {
  readonly data: DiagnosisPageData;
  readonly #tracks = new Map<number, DecodedTrack>();
  readonly #grids = new Map<CounterName, Float64Array>();
  readonly #bands = new Map<CounterName, PeerBand>();
  readonly #rows: ReadonlyMap<number, RankRow>;

  constructor(data: DiagnosisPageData) {
    this.data = data;
    this.#rows = new Map(data.ranks.map((row) => [row.rank, row]));
  }

  row(rank: number): RankRow | undefined {
    return this.#rows.get(rank);
  }

  /** Indexes of the tracks of a rank: several when it has several devices. */
  tracksOf(rank: number): number[] {
    return this.data.tracks.flatMap((track, index) => (track.rank === rank ? [index] : []));
  }

  trackLabel(index: number): string {
    const { rank, device } = this.data.tracks[index]!;
    return device === null ? `rank ${rank}` : `rank ${rank}, ${device}`;
  }

  track(index: number): DecodedTrack {
    let decoded = this.#tracks.get(index);
    if (decoded === undefined) {
      decoded = decodeTrack(this.data.tracks[index]!, this.data.span);
      this.#tracks.set(index, decoded);
    }
    return decoded;
  }

  /** The cells of a counter, tracks × columns; NaN where nothing was measured. */
  grid(counter: CounterName): Float64Array {
    let cells = this.#grids.get(counter);
    if (cells === undefined) {
      const encoded = this.data.grid.counters.find(({ name }) => name === counter);
      const length = this.data.tracks.length * this.data.grid.columns;
      cells = encoded === undefined ? new Float64Array(length).fill(Number.NaN) : decodeColumn(encoded, length);
      this.#grids.set(counter, cells);
    }
    return cells;
  }

  band(counter: CounterName): PeerBand {
    let band = this.#bands.get(counter);
    if (band === undefined) {
      band = peerBand(this.grid(counter), this.data.grid.columns, -1);
      this.#bands.set(counter, band);
    }
    return band;
  }

  /** What is said of a rank, the gravest first. */
  statementsOf(rank: number): StatementData[] {
    return (this.row(rank)?.statements ?? []).map((index) => this.data.statements[index]!);
  }

  text(place: number): string {
    return this.data.texts[place] ?? '';
  }
}
