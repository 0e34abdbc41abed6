import { StormlogError } from '@stormlog/records';

/** Why a phase could not be closed. */
export type PhaseProtocolFault = 'nothing_open' | 'opened_on_other_thread' | 'not_innermost' | 'unknown_scope';

/** A phase was closed that is not the innermost open one of its thread; code `phase_protocol`. Nothing has changed. */
export class PhaseProtocolError extends StormlogError {
  readonly fault: PhaseProtocolFault;

  constructor(fault: PhaseProtocolFault, message: string) {
    super('phase_protocol', message);
    this.fault = fault;
  }
}
