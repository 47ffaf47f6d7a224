import type { Account } from '../../model/account.ts';
import type { AccountView, LegNumber } from '../algorithm.ts';
import type { AlgorithmRecord } from '../types.ts';
import type { MarketWatch } from './market.ts';

/** Whether an account is halted now. */
export type IsHalted = (id: string) => boolean;

interface Seen {
  readonly nowMs: number;
  readonly market: Pick<MarketWatch, 'rules' | 'book'>;
  readonly leg: LegNumber;
  readonly isHalted: IsHalted;
}

/** An account as it stands for a leg. */
export function toAccountView(
  { id, venue }: Pick<Account, 'id' | 'venue'>,
  { run, reduceOnly }: Pick<AlgorithmRecord, 'run' | 'reduceOnly'>,
  { nowMs, market, leg, isHalted }: Seen,
): AccountView {
  // An order would only be refused, after one of the other leg was filled in vain.
  const halted = isHalted(id) ? `The exchange account ${id} is halted.` : undefined;
  const bars = run.barred.filter(
    ({ accountId, untilMs, ...bar }) =>
      accountId === id && bar.leg === leg && (untilMs === null || nowMs < untilMs),
  );
  return {
    ...{ id, venue },
    rules: market.rules(venue, reduceOnly),
    book: market.book(venue),
    barred: halted ?? bars[0]?.reason,
    closingBarred: halted ?? bars.find(({ opensOnly }) => !opensOnly)?.reason,
  };
}

/** What it gives, worked out when it is first asked for. */
export function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}
