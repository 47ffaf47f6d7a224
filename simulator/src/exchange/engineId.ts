import type { Account } from './records.ts';

/** Every wallet of an account is an account of the engine. */
export function engineId(account: Account, wallet: string): string {
  return `${account.number} ${wallet}`;
}
