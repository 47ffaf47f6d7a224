import type { Client } from '@windlass/client';
import { CommandError, UsageError } from './failures.ts';
import type { CliIo } from './io.ts';
import { printable } from './text.ts';

/** An account to trade with. */
export interface TradedAccount {
  readonly id: string;
  readonly mode: 'paper' | 'live';
  readonly exchange: string;
}

/** Returns an account. Throws when the key does not reach it. */
export async function readTradedAccount(id: string, client: Client): Promise<TradedAccount> {
  const { accounts } = await client.listTradedAccounts();
  const found = accounts.find(({ exchange_account_id }) => exchange_account_id === id);
  if (found) return { id, mode: found.mode, exchange: found.exchange };
  throw new CommandError(`There is no exchange account ${id} that this key reaches.`);
}

/** Returns an account's id, mode and exchange as text. */
export function describeAccount({ id, mode, exchange }: TradedAccount): string {
  return `${id} (${mode}, ${exchange})`;
}

export function isPaper({ mode }: TradedAccount): boolean {
  return mode === 'paper';
}

/** Tells the person what is about to happen, and throws unless they answer yes. */
export async function confirm(doing: string, io: CliIo): Promise<void> {
  if (!io.terminal.canAsk) {
    throw new UsageError(`${doing} Confirm in a terminal or pass --yes.`);
  }
  io.stderr.write(`${printable(doing)}\n`);
  const typed = await io.terminal.ask('Type yes to go on: ');
  if (typed?.trim().toLowerCase() !== 'yes') {
    throw new CommandError('Not confirmed. Nothing was sent.');
  }
}
