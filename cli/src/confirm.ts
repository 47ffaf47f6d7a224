import { ApiError, type Client } from '@windlass/client';
import { CommandError, UsageError } from './failures.ts';
import type { CliIo } from './io.ts';
import { printable } from './text.ts';

/** An account that is to trade, as far as the key may know it. */
export interface TradedAccount {
  readonly id: string;
  /** Only admin keys read accounts: what cannot be known is taken for live. */
  readonly mode: 'paper' | 'live' | 'unknown';
  readonly exchange: string | undefined;
}

export async function readTradedAccount(id: string, client: Client): Promise<TradedAccount> {
  try {
    const { mode, exchange } = await client.getAccount({ id });
    return { id, mode, exchange };
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.status !== 403) throw failure;
    return { id, mode: 'unknown', exchange: undefined };
  }
}

/** Returns an account with what is known of it. */
export function describeAccount({ id, mode, exchange }: TradedAccount): string {
  if (exchange === undefined) return `${id} (paper or live: this key may not read accounts)`;
  return `${id} (${mode}, ${exchange})`;
}

export function isPaper({ mode }: TradedAccount): boolean {
  return mode === 'paper';
}

/** Says what is about to happen and goes on only after a yes. */
export async function confirm(doing: string, io: CliIo): Promise<void> {
  if (!io.terminal.canAsk) {
    throw new UsageError(`${doing} This is asked about on a terminal. Without one, pass --yes.`);
  }
  io.stderr.write(`${printable(doing)}\n`);
  const typed = await io.terminal.ask('Type yes to go on: ');
  if (typed?.trim().toLowerCase() !== 'yes') {
    throw new CommandError('Not confirmed. Nothing was sent.');
  }
}
