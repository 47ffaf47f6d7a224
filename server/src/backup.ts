import { resolve } from 'node:path';
import process from 'node:process';
import { readCall, readVersion, runJob } from './backups/entry.ts';
import { makeBackup } from './backups/makeBackup.ts';
import { describeBackup } from './backups/words.ts';
import { loadConfig } from './config.ts';
import { createSystemClock } from './kit/clock.ts';

/** Runs `windlass backup`. */
await runJob(async (job) => {
  const { file, has } = readCall(process.argv.slice(2), { 'with-master-key': { type: 'boolean' } });
  const config = loadConfig(process.env);
  const out = resolve(file);
  const deps = { ...job, config, version: readVersion(), clock: createSystemClock() };
  const request = { out, withMasterKey: has('with-master-key') };
  const made = await makeBackup(request, { ...deps, env: process.env });
  if (!has('json')) return describeBackup(file, made);
  const { manifest, bytes, hasMasterKey } = made;
  const told = { file: out, bytes, has_master_key: hasMasterKey, manifest };
  return [JSON.stringify(told, null, 2)];
});
