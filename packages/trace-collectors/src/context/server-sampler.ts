import { ArgumentError, parseFloatText } from '@stormlog/records';

/** The sampler of a server, as OTEL_TRACES_SAMPLER and its argument name it (docs/formats/trace-collectors.md §13). */
export interface ServerSampler {
  readonly name: string;
  /** Share of the traces that are kept; null where a remote service decides. */
  readonly ratio: number | null;
  readonly parent_based: boolean;
}

const PARENT_BASED = 'parentbased_';

/**
 * Reads `NAME[:ARG]`.
 *
 * @throws ArgumentError for an unknown name or an argument that does not fit it
 */
export function parseServerSampler(text: string): ServerSampler {
  const colon = text.indexOf(':');
  const name = colon < 0 ? text : text.slice(0, colon);
  const argument = colon < 0 ? null : text.slice(colon + 1);
  return { name, ratio: ratioOf(name, argument), parent_based: name.startsWith(PARENT_BASED) };
}

function ratioOf(name: string, argument: string | null): number | null {
  switch (name) {
    case 'traceidratio':
    case 'parentbased_traceidratio': {
      if (argument === null) return 1;
      const ratio = parseFloatText(argument);
      if (ratio === null || !(ratio >= 0 && ratio <= 1)) throw invalid('the ratio of a sampler must be from 0 to 1');
      return ratio;
    }
    case 'always_on':
    case 'parentbased_always_on':
    case 'always_off':
    case 'parentbased_always_off':
      if (argument !== null) throw invalid(`the sampler ${name} takes no argument`);
      return name.endsWith('_on') ? 1 : 0;
    case 'jaeger_remote':
    case 'parentbased_jaeger_remote':
    case 'xray':
      return null;
    default:
      throw invalid(`no sampler is called ${JSON.stringify(name)}`);
  }
}

function invalid(message: string): ArgumentError {
  return new ArgumentError('sampler', message);
}
