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
  /** Id of the key whose owner the new one takes over. */
  readonly replaces?: string;
}

export async function listKeys(options: GlobalOptions, io: CliIo): Promise<void> {
  const { keys } = await openClient(options, io).listKeys();
  if (options.json) return writeJson(keys, io);
  const header = ['ID', 'NAME', 'ROLES', 'PATHS', 'ACCOUNTS', 'OWNER', 'STATE', 'CREATED'];
  const rows = keys.map((key) => toRow(key, io.runtime.now()));
  io.stdout.write(withHeader(header, rows, createPaint(hasColours(io))));
}

export async function createKey(name: string, options: CreateKeyOptions, io: CliIo): Promise<void> {
  const { accounts, expires, replaces } = options;
  const created = await openClient(options, io).createKey({
    name,
    roles: options.roles.map(toRole),
    paths: [...options.paths],
    exchange_account_ids: accounts && [...accounts],
    expires_at: expires,
    replaces,
  });
  if (options.json) writeJson(created, io);
  else {
    const rows = Object.entries({
      key: created.key,
      id: created.id,
      name: created.name,
      roles: created.roles.join(','),
      paths: created.paths.join(','),
      accounts: accountsOf(created),
      owner: created.owner,
      expires: created.expires_at ?? 'never',
    });
    io.stdout.write(alignRows(rows.map(([field, value]) => [field, printable(value)])));
  }
  // Written to stderr, so that redirecting the answer does not hide the warning.
  io.stderr.write('This key is shown only now; the service keeps a hash of it. Store it safely.\n');
}

export async function revokeKey(id: string, options: GlobalOptions, io: CliIo): Promise<void> {
  const revoked = await openClient(options, io).revokeKey({ id });
  if (options.json) return writeJson(revoked, io);
  io.stdout.write(`Revoked ${printable(revoked.id)} (${printable(revoked.name)}).\n`);
}

function toRow(key: KeyRecord, nowMs: number): string[] {
  return [
    key.id,
    key.name,
    key.roles.join(','),
    key.paths.join(','),
    accountsOf(key),
    key.owner,
    stateOf(key, nowMs),
    key.created_at,
  ].map(printable);
}

function accountsOf({ exchange_account_ids: accounts }: KeyRecord): string {
  return accounts?.join(',') ?? 'all';
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
