import {
  createPaint,
  describeRanks,
  type Notice,
  observeRun,
  renderNotices,
  renderTerminalReport,
  renderWatchScreen,
} from '@stormlog/report';
import type { CommandContext } from '../commands/command.ts';
import type { WatchLook } from './run-watch.ts';

/** Where the looks at a watched run are shown. */
export interface WatchOutput {
  show(look: WatchLook): Promise<void>;
  /** Leaves the output tidy. */
  end(): Promise<void>;
}

/** The screen of a terminal, drawn anew at every look. */
export class ScreenOutput implements WatchOutput {
  readonly #paths: readonly string[];
  readonly #context: CommandContext;

  constructor(paths: readonly string[], context: CommandContext) {
    this.#paths = paths;
    this.#context = context;
  }

  async show({ diagnosis, notices, lookedAt }: WatchLook): Promise<void> {
    const { io, color } = this.#context;
    const layout = { width: io.stdout.columns ?? 80, rows: io.stdout.rows ?? 24, color };
    const report = diagnosis === null ? null : renderTerminalReport(diagnosis, layout);
    const writing = diagnosis?.writing.size ?? 0;
    await io.stdout.write(
      renderWatchScreen(report, { paths: this.#paths, lookedAt, notices: notices.length, writing }, layout),
    );
  }

  async end(): Promise<void> {
    await this.#context.io.stdout.write('\n');
  }
}

/** Text that grows: the diagnosis whenever what stands out has changed, and each notice once. */
export class ChangeOutput implements WatchOutput {
  readonly #paths: readonly string[];
  readonly #context: CommandContext;
  readonly #told = new Set<string>();
  #shown: string | null = null;
  #reports = 0;

  constructor(paths: readonly string[], context: CommandContext) {
    this.#paths = paths;
    this.#context = context;
  }

  async show(look: WatchLook): Promise<void> {
    const { diagnosis, lookedAt } = look;
    const { io, width } = this.#context;
    await this.#tell(look.notices);
    const findings = findingsOf(look);
    if (findings === this.#shown) return;
    this.#shown = findings;
    if (diagnosis === null) {
      await io.stderr.write(`nothing to diagnose yet; waiting for telemetry in ${this.#paths.join(' ')}\n`);
      return;
    }
    const time = lookedAt.toISOString().slice(0, 19).replace('T', ' ');
    const separator = this.#reports++ === 0 ? '' : '\n';
    await io.stdout.write(`${separator}== ${time} UTC\n${renderTerminalReport(diagnosis, { width, color: false })}`);
  }

  async end(): Promise<void> {}

  async #tell(notices: readonly Notice[]): Promise<void> {
    const { io, messageWidth, messageColor } = this.#context;
    const fresh = notices.filter(({ code, message }) => code !== 'no_events' && !this.#told.has(message));
    for (const { message } of fresh) this.#told.add(message);
    const lines = renderNotices(fresh, {
      width: messageWidth,
      paint: createPaint(messageColor),
      base: process.cwd(),
    });
    if (lines.length > 0) await io.stderr.write(`${lines.join('\n')}\n`);
  }
}

/** Which findings there are, without the figures in them, which change with every record. */
function findingsOf({ diagnosis }: WatchLook): string {
  if (diagnosis === null) return '';
  const { load, model } = diagnosis;
  const observed = observeRun(load, describeRanks(load, model), diagnosis);
  const ended = load.sessions.filter(({ summary }) => summary.status !== 'running').length;
  return JSON.stringify([observed.map(({ code, severity, ranks }) => [code, severity, ranks]), ended]);
}
