import type { CliIo } from '../io.ts';
import { dataDir, type GlobalOptions, isLoopback, serviceUrl } from '../settings.ts';
import type { Check } from './local.ts';

const name = 'database';
const statuses = ['ok', 'warn', 'fail'] as const;

/** Checks whether the settings are usable, and the database is intact and of this version. */
export async function checkDatabase(options: GlobalOptions, io: CliIo): Promise<Check> {
  if (!isLoopback(serviceUrl(options, io))) return { name, status: 'warn', detail: elsewhere };
  const found = toCheck(await io.machine.inspectDatabase());
  if (found) return found;
  const detail = 'the settings and the database could not be looked at';
  return { name, status: 'fail', detail, remedy: 'Run "npm ci", and the doctor again.' };
}

const elsewhere = 'not checked, as the service is on another machine';

/** With less, a busy day may fill the disk. */
const freeBytesWarn = 2e9;
/** SQLite and PostgreSQL both stop writing when no space is left. */
const freeBytesFail = 200e6;

/** Checks whether there is space to write to. */
export function checkDisk(io: CliIo): Check {
  const folder = dataDir(io);
  const free = io.machine.freeBytes(folder);
  const name = 'disk';
  if (free === undefined) return { name, status: 'warn', detail: 'the free space is not known' };
  const detail = `${(free / 1e9).toFixed(1)} GB are free for ${folder}`;
  if (free >= freeBytesWarn) return { name, status: 'ok', detail };
  const status = free >= freeBytesFail ? 'warn' : 'fail';
  return {
    name,
    status,
    detail,
    remedy: 'Make room: orders are refused while nothing can be stored.',
  };
}

/** Returns the finding in the text, if it is one. */
function toCheck(text: string): Check | undefined {
  const said = parseJson(text);
  if (typeof said !== 'object' || said === null) return undefined;
  if (!('status' in said && 'detail' in said)) return undefined;
  const status = statuses.find((known) => known === said.status);
  if (status === undefined) return undefined;
  const remedy = 'remedy' in said ? { remedy: String(said.remedy) } : {};
  return { name, status, detail: String(said.detail), ...remedy };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
