import { type KeyRecord, roles as knownRoles, type Role } from '@windlass/contract';
import { UsageError } from './failures.ts';
import type { CliIo } from './io.ts';
import { type GlobalOptions, openClient } from './settings.ts';
import { withHeader } from './table.ts';
import { alignRows, createPaint, hasColours, printable } from './text.ts';
import { writeJson } from './vaults/report.ts';

export interface CreateKeyOptions extends GlobalOptions {
  readonly roles: readonly string[];
  readonly paths: readonly string[];
  readonly accounts?: readonly string[];
  readonly expires?: string;
}

export async function listKeys(options: GlobalOptions, io: CliIo): Promise<void> {
  const { keys } = await openClient(options, io).listKeys();
  if (options.json) return writeJson(keys, io);
  const header = ['ID', 'NAME', 'ROLES', 'PATHS', 'ACCOUNTS', 'STATE', 'CREATED'];
  const rows = keys.map((key) => toRow(key, io.runtime.now()));
  io.stdout.write(withHeader(header, rows, createPaint(hasColours(io))));
}

export async function createKey(name: string, options: CreateKeyOptions, io: CliIo): Promise<void> {
  const { accounts, expires } = options;
  const created = await openClient(options, io).createKey({
    name,
    roles: options.roles.map(toRole),
    paths: [...options.paths],
    ...(accounts === undefined ? {} : { exchange_account_ids: [...accounts] }),
    ...(expires === undefined ? {} : { expires_at: expires }),
  });
  if (options.json) writeJson(created, io);
  else {
    const [id, shownName, roles, paths, reached] = toRow(created, io.runtime.now());
    const expiry = created.expires_at ?? 'never';
    const named = { key: created.key, id, name: shownName, roles, paths, accounts: reached };
    const rows = Object.entries({ ...named, expires: expiry });
    io.stdout.write(alignRows(rows.map(([field, value = '']) => [field, printable(value)])));
  }
  // On stderr, so that redirecting the answer does not swallow the warning.
  io.stderr.write('This key is shown only now; the service keeps a hash of it. Store it safely.\n');
}

export async function revokeKey(id: string, options: GlobalOptions, io: CliIo): Promise<void> {
  const revoked = await openClient(options, io).revokeKey({ id });
  if (options.json) return writeJson(revoked, io);
  io.stdout.write(`Revoked ${printable(revoked.id)} (${printable(revoked.name)}).\n`);
}

function toRow(key: KeyRecord, nowMs: number): string[] {
  const accounts = key.exchange_account_ids?.join(',') ?? 'all';
  const cells = [key.id, key.name, key.roles.join(','), key.paths.join(','), accounts];
  return [...cells, stateOf(key, nowMs), key.created_at].map(printable);
}

function stateOf(key: KeyRecord, nowMs: number): string {
  if (key.revoked_at !== null) return 'revoked';
  if (key.expires_at === null) return 'active';
  return Date.parse(key.expires_at) <= nowMs ? 'expired' : `until ${key.expires_at}`;
}

function toRole(name: string): Role {
  const role = knownRoles.find((known) => known === name);
  if (role) return role;
  throw new UsageError(`"${name}" is not a role. Roles are ${knownRoles.join(', ')}.`);
}
