import type { Account } from './records.ts';

/** Each wallet of an account is an account of the engine; a unified account has one for all. */
export function engineId(account: Account, wallet: string): string {
  return `${account.number} ${account.unifiedMode === undefined ? wallet : 'unified'}`;
}
