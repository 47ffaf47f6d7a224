import process from 'node:process';
import { readCall, runJob } from './backups/entry.ts';
import { restoreBackup } from './backups/restoreBackup.ts';
import { describeRestored } from './backups/words.ts';
import { loadConfig } from './config.ts';
import { createSystemClock } from './kit/clock.ts';
import { createLogger } from './kit/pinoLogger.ts';
import { createSystemRandom } from './kit/random.ts';

/** Runs `windlass restore`. */
await runJob(async (job) => {
  const { file, has } = readCall(process.argv.slice(2), { force: { type: 'boolean' } });
  const config = loadConfig(process.env);
  const restored = await restoreBackup(
    { file, force: has('force') },
    {
      ...job,
      config,
      clock: createSystemClock(),
      random: createSystemRandom(),
      logger: createLogger({ level: 'warn' }),
      env: process.env,
    },
  );
  if (!has('json')) return describeRestored(file, restored);
  const { manifest, movedAside, missingKeys } = restored;
  const { accountsHalted, algorithmsPaused, algorithmsEnded } = restored;
  const told = {
    file,
    manifest,
    moved_aside: movedAside ?? null,
    missing_master_keys: missingKeys,
    accounts_halted: accountsHalted,
    algorithms_paused: algorithmsPaused,
    algorithms_ended: algorithmsEnded,
  };
  return [JSON.stringify(told, null, 2)];
});
