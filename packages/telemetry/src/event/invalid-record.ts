import { InvalidRecordError, type RecordIssue } from '@stormlog/records';

/**
 * The error for the faults of one record. Its code is the fault's own when there is only one, else `record_invalid`;
 * its message tells the first.
 */
export function invalidRecord(issues: readonly RecordIssue[]): InvalidRecordError {
  const code = issues.length === 1 ? issues[0]!.code : 'record_invalid';
  return new InvalidRecordError(code, issues.length === 0 ? 'invalid record' : describeIssue(issues[0]!), { issues });
}

function describeIssue({ code, field, found, expected }: RecordIssue): string {
  if (code === 'field_unknown') return `${field} is not a field of the record`;
  const subject = field === '' ? 'a telemetry record' : field;
  return `${subject} must be ${expected}, found ${found ?? 'nothing'}`;
}
