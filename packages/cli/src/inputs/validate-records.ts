import {
  type ArtifactFault,
  type ArtifactValidation,
  isInferenceArtifact,
  validateInferenceArtifact,
} from '@stormlog/correlation-events';
import type { FileSource } from '@stormlog/files';
import {
  type TelemetryFault,
  type ValidateOptions,
  type ValidationReport,
  validateTelemetryFile,
} from '@stormlog/telemetry';
import { peekFirstLine } from './peek-first-line.ts';

/** What one file held. */
export type FileReport = ValidationReport | ArtifactValidation;
/** One fault of a file. */
export type FileFault = TelemetryFault | ArtifactFault;

/** Options of {@link validateRecords}. */
export interface ValidateRecordsOptions extends Omit<ValidateOptions, 'onReport' | 'isForeign'> {
  readonly onReport: (report: FileReport) => void;
}

/** Every fault of a record file, or of all record files in a folder: telemetry or inference artifacts, told apart by their first row. */
export async function* validateRecords(
  source: FileSource,
  options: ValidateRecordsOptions,
): AsyncGenerator<FileFault, void, undefined> {
  if (typeof source !== 'string') {
    const { line, source: whole } = await peekFirstLine(source);
    yield* isArtifactRow(line) ? validateArtifact(whole, options) : validateTelemetryFile(whole, options);
    return;
  }
  const artifacts: string[] = [];
  const isForeign = async (path: string) => {
    const isArtifact = await isInferenceArtifact(path);
    if (isArtifact) artifacts.push(path);
    return isArtifact;
  };
  yield* validateTelemetryFile(source, { ...options, isForeign });
  for (const path of artifacts) yield* validateArtifact(path, options);
}

function validateArtifact(source: FileSource, { onProgress, ...options }: ValidateRecordsOptions) {
  const path = typeof source === 'string' ? source : source.name;
  return validateInferenceArtifact(source, {
    ...options,
    onProgress: (progress) => onProgress?.({ path, ...progress }),
  });
}

/** A rough look is enough: whatever it is will be judged line by line. */
function isArtifactRow(line: string): boolean {
  return /"event_type"\s*:\s*"infer\./.test(line);
}
