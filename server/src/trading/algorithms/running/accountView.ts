import type { Account } from '../../model/account.ts';
import type { AccountView, LegNumber } from '../algorithm.ts';
import { algorithms } from '../registry.ts';
import { isOpen } from '../shared/openAccounts.ts';
import type { AlgorithmRecord } from '../types.ts';
import type { MarketWatch } from './market.ts';

/** True when an account is halted now. */
export type IsHalted = (id: string) => boolean;

interface Seen {
  readonly nowMs: number;
  readonly market: Pick<MarketWatch, 'rules' | 'book'>;
  readonly leg: LegNumber;
  readonly isHalted: IsHalted;
}

type Known = Pick<AlgorithmRecord, 'run' | 'reduceOnly'>;

/**
 * Returns the accounts of an order as they are now. The share of one that is left alone for a
 * passing cause goes to the others. When there is no other, an algorithm with a pace of its own
 * tries it all the same.
 */
export function toAccountViews(
  accounts: readonly Pick<Account, 'id' | 'venue'>[],
  record: Known & Pick<AlgorithmRecord, 'type'>,
  seen: Seen,
): readonly AccountView[] {
  const views = accounts.map((account) => toAccountView(account, record, seen));
  const isPaced = algorithms[record.type].isPaced === true;
  if (!isPaced || record.run.barred.length === 0 || views.some(isOpen)) return views;
  const lasting = record.run.barred.filter(({ untilMs }) => untilMs === null);
  const known: Known = {
    reduceOnly: record.reduceOnly,
    run: { ...record.run, barred: lasting },
  };
  return accounts.map((account) => toAccountView(account, known, seen));
}

/** Returns an account's view for a leg. */
export function toAccountView(
  { id, venue }: Pick<Account, 'id' | 'venue'>,
  { run, reduceOnly }: Known,
  { nowMs, market, leg, isHalted }: Seen,
): AccountView {
  // An order would only be refused, after one of the other leg was filled in vain.
  const halted = isHalted(id) ? `The exchange account ${id} is halted.` : undefined;
  const bars = run.barred.filter(
    ({ accountId, untilMs, ...bar }) =>
      accountId === id && bar.leg === leg && (untilMs === null || nowMs < untilMs),
  );
  return {
    id,
    venue,
    rules: market.rules(venue, reduceOnly),
    book: market.book(venue),
    barred: halted ?? bars[0]?.reason,
    closingBarred: halted ?? bars.find(({ opensOnly }) => !opensOnly)?.reason,
  };
}

/** Returns a function whose result is computed on its first call. */
export function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}
