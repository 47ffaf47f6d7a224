import type { CliIo } from './io.ts';
import { toSymbolName } from './symbol.ts';

export interface RecordOptions {
  readonly venues: readonly string[];
  readonly symbols: readonly string[];
  readonly out: string;
  readonly seconds?: number;
}

/** Records live books; needs no running service. */
export async function runRecord(options: RecordOptions, io: CliIo): Promise<number> {
  const { venues, out, seconds } = options;
  const symbols = options.symbols.map(toSymbolName);
  return await io.machine.runRecorder([
    '--venues',
    venues.join(),
    '--symbols',
    symbols.join(),
    '--out',
    out,
    ...(seconds === undefined ? [] : ['--seconds', String(seconds)]),
  ]);
}
