import { exitCodes } from './failures.ts';
import type { CliIo } from './io.ts';
import { type GlobalOptions, openClient } from './settings.ts';
import { writeJson } from './vaults/report.ts';

/** Makes the service hand the engine over to its standby and end. */
export async function runHandover(options: GlobalOptions, io: CliIo): Promise<number> {
  const handed = await openClient(options, io).handOver();
  if (options.json) writeJson(handed, io);
  else io.stdout.write(`handed over to ${handed.standby}; this process ends now\n`);
  return exitCodes.ok;
}
