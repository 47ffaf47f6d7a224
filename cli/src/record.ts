import type { CliIo } from './io.ts';

export interface RecordOptions {
  readonly venues: readonly string[];
  readonly symbols: readonly string[];
  readonly out: string;
  readonly seconds?: number;
}

/** Records live books; needs no running service. */
export function runRecord(options: RecordOptions, io: CliIo): Promise<number> {
  const { venues, symbols, out, seconds } = options;
  return io.machine.runRecorder([
    ...['--venues', venues.join(), '--symbols', symbols.join(), '--out', out],
    ...(seconds === undefined ? [] : ['--seconds', String(seconds)]),
  ]);
}
