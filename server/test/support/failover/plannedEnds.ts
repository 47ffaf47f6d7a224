import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type FailoverFault, nothing } from './fault.ts';
import { fetchWithin } from './fetchWithin.ts';

const run = promisify(execFile);
const commandLine = fileURLToPath(new URL('../../../../cli/bin/windlass.mjs', import.meta.url));
const askMsMax = 5_000;

/** Ends the owner as a supervisor or a terminal does. */
const stop: FailoverFault = {
  name: 'stop',
  ends: 'takeover',
  lastsMs: 'tillTaken',
  plannedFrom: 'asking',
  async strike(_house, { process }) {
    process.signal('SIGTERM');
    return nothing;
  },
};

const handover: FailoverFault = {
  name: 'handover',
  ends: 'takeover',
  lastsMs: 'tillTaken',
  plannedFrom: 'asking',
  async strike({ key }, { process }) {
    const answer = await fetchWithin(`${process.address}/admin/handover`, askMsMax, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: '{}',
    });
    if (answer?.status !== 200) throw new Error(`No handover: ${answer?.text ?? 'no answer'}`);
    return nothing;
  },
};

/**
 * Hands over by the command line, whose start takes longer than the handover: measured from its
 * end.
 */
const byCommand: FailoverFault = {
  name: 'windlass-handover',
  ends: 'takeover',
  lastsMs: 'tillTaken',
  plannedFrom: 'asked',
  async strike({ key }, { process: { address } }) {
    await run(process.execPath, [commandLine, 'handover', '--url', address], {
      env: { ...process.env, WINDLASS_KEY: key },
      timeout: askMsMax * 2,
    });
    return nothing;
  },
};

export const plannedEnds: readonly FailoverFault[] = [stop, handover, byCommand];
