import type { Network } from '../network.ts';
import { LedgerError } from './ledgerPort.ts';

/** @param what What the ledger did, in words that may be shown: never its address. */
export function unavailable(network: Network, what: string, cause?: unknown): LedgerError {
  return new LedgerError('unavailable', `The ${network} ledger ${what}.`, { cause });
}
