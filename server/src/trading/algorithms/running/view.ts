import type { Random } from '../../../kit/random.ts';
import type { Account } from '../../model/account.ts';
import { symbolParts } from '../../model/symbol.ts';
import type { AccountView, AlgorithmTerms, AlgorithmView, ReportView } from '../algorithm.ts';
import type { AlgorithmRecord } from '../types.ts';
import { freeOf, type KnownUsd, toChildView } from './children.ts';
import type { Draft } from './draft.ts';
import { tradable } from './guards.ts';
import type { MarketWatch } from './market.ts';
import { remainingOf } from './progress.ts';

/** What a step is looked at with, beside what is stored. */
export interface ViewDeps {
  /** In the order of the record; those that are gone are left out. */
  readonly accounts: readonly Pick<Account, 'id' | 'venue'>[];
  readonly market: Pick<MarketWatch, 'rules' | 'book' | 'top' | 'usualSpreadBps'>;
  readonly usd: KnownUsd;
  readonly random: Pick<Random, 'next' | 'between'>;
}

/** Everything an algorithm may know, as of one moment of its clock. */
export function createView(draft: Draft, nowMs: number, deps: ViewDeps): AlgorithmView {
  const { market } = deps;
  const record = draft.record();
  const quoteUsd = deps.usd(symbolParts(record.symbol).quote);
  const accounts = deps.accounts.map((account) =>
    toAccountView(account, record, { nowMs, market }),
  );
  const free = Number(freeOf(draft));
  const { mid, spreadBps } = market.top();
  const sizeOf: AlgorithmView['sizeOf'] = (accountId, quantity, price) => {
    const rules = accounts.find(({ id }) => id === accountId)?.rules;
    return rules ? tradable({ quantity: Math.min(quantity, free), price, quoteUsd }, rules) : 0;
  };
  const lowest = Math.min(
    ...accounts.flatMap(({ book }) => (book ? [book.bid] : [])),
    mid ?? record.run.lastMid,
  );
  return {
    ...reportView(draft),
    nowMs,
    free,
    accounts,
    ...{ mid, spreadBps },
    usualSpreadBps: market.usualSpreadBps(),
    sizeOf,
    isDust: (quantity) =>
      accounts.length > 0 &&
      accounts.every(
        ({ rules }) => rules && tradable({ quantity, price: lowest, quoteUsd }, rules) === 0,
      ),
    random: deps.random,
  };
}

/** What a report of the state needs. */
export function reportView(draft: Draft): ReportView {
  const record = draft.record();
  const filled = Number(record.run.filled);
  return {
    ...termsOf(record),
    filled,
    remaining: remainingOf(record),
    live: draft.live().map(toChildView),
    childrenOf: (group) => draft.childrenOf(group).map(toChildView),
  };
}

export function termsOf(record: AlgorithmRecord): AlgorithmTerms {
  const { symbol, side, limitPrice, arrivalPrice } = record;
  return { symbol, side, quantity: Number(record.quantity), limitPrice, arrivalPrice };
}

function toAccountView(
  { id, venue }: Pick<Account, 'id' | 'venue'>,
  { run }: AlgorithmRecord,
  { nowMs, market }: { readonly nowMs: number } & Pick<ViewDeps, 'market'>,
): AccountView {
  const bar = run.barred.find(({ accountId }) => accountId === id);
  const isBarred = bar !== undefined && (bar.untilMs === null || nowMs < bar.untilMs);
  return {
    ...{ id, venue },
    rules: market.rules(venue),
    book: market.book(venue),
    barred: isBarred ? bar.reason : undefined,
  };
}
