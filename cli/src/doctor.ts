import { checkAccounts } from './checks/accounts.ts';
import { checkVenueClocks } from './checks/clocks.ts';
import { checkDatabase, checkDisk } from './checks/database.ts';
import { checkFeed } from './checks/feed.ts';
import { type Check, checkFolder, checkNode } from './checks/local.ts';
import { checkPort } from './checks/port.ts';
import { checkSecrets } from './checks/secrets.ts';
import { checkClock, checkKey, checkService } from './checks/service.ts';
import { exitCodes } from './failures.ts';
import type { CliIo } from './io.ts';
import { type GlobalOptions, serviceUrl } from './settings.ts';
import { createPaint, hasColours, printable } from './text.ts';

/**
 * Checks this machine and the service step by step. Returns failure when a check failed. A warning
 * is something to know, not something broken. A service that does not answer is a failure at any
 * address: scripts use the doctor to find out.
 */
export async function runDoctor(options: GlobalOptions, io: CliIo): Promise<number> {
  // A wrong call is refused before a line is printed.
  serviceUrl(options, io);
  const checks: Check[] = [];
  const note = (check: Check) => {
    checks.push(check);
    if (!options.json) io.stdout.write(toLine(check, io));
  };
  note(checkNode(io));
  note(checkFolder(io));
  note(checkDisk(io));
  note(await checkDatabase(options, io));
  note(checkSecrets(io));
  note(await checkPort(options, io));
  const service = await checkService(options, io);
  note(service.check);
  if (service.isUp) {
    note(await checkKey(options, io));
    note(await checkFeed(options, io));
    note(await checkAccounts(options, io));
    note(checkClock(service));
    note(await checkVenueClocks(options, io));
  } else {
    for (const name of ['key', 'feed', 'accounts', 'clock', 'venues']) {
      note({ name, status: 'warn', detail: 'not checked, as the service does not answer' });
    }
  }
  const isOk = checks.every(({ status }) => status !== 'fail');
  if (options.json) io.stdout.write(`${JSON.stringify({ ok: isOk, checks }, null, 2)}\n`);
  return isOk ? exitCodes.ok : exitCodes.failure;
}

/** Length of the longest name of a check. */
const nameWidth = 8;

function toLine({ name, status, detail, remedy }: Check, io: CliIo): string {
  const paint = createPaint(hasColours(io));
  const colour = { ok: paint.green, warn: paint.yellow, fail: paint.red }[status];
  const advice = remedy === undefined ? '' : ` ${remedy}`;
  const text = printable(`${detail}.${advice}`);
  return `${colour(status.padEnd(4))}  ${name.padEnd(nameWidth)}  ${text}\n`;
}
