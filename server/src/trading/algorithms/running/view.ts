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

/**
 * Everything an algorithm may know, as of one moment of its clock. Books and sums are looked at
 * when they are asked for, and once: most steps find with a glance that nothing is due. It is of
 * the draft as it is, so it is made anew once the draft has changed.
 */
export function createView(draft: Draft, nowMs: number, deps: ViewDeps): AlgorithmView {
  const { market } = deps;
  const record = draft.record();
  const quoteUsd = once(() => deps.usd(symbolParts(record.symbol).quote));
  const accounts = once(() =>
    deps.accounts.map((account) => toAccountView(account, record, { nowMs, market })),
  );
  const free = once(() => Number(freeOf(draft)));
  const top = once(() => market.top());
  const live = once(() => draft.live().map(toChildView));
  const lowest = once(() =>
    Math.min(
      ...accounts().flatMap(({ book }) => (book ? [book.bid] : [])),
      top().mid ?? record.run.lastMid,
    ),
  );
  return {
    ...termsAndFills(draft),
    nowMs,
    get live() {
      return live();
    },
    get free() {
      return free();
    },
    get accounts() {
      return accounts();
    },
    get mid() {
      return top().mid;
    },
    get spreadBps() {
      return top().spreadBps;
    },
    get usualSpreadBps() {
      return market.usualSpreadBps();
    },
    sizeOf: (accountId, wanted, price) => {
      const rules = accounts().find(({ id }) => id === accountId)?.rules;
      const quantity = Math.min(wanted, free());
      return rules ? tradable({ quantity, price, quoteUsd: quoteUsd() }, rules) : 0;
    },
    isDust: (quantity) =>
      accounts().length > 0 &&
      accounts().every(
        ({ rules }) =>
          rules && tradable({ quantity, price: lowest(), quoteUsd: quoteUsd() }, rules) === 0,
      ),
    random: deps.random,
  };
}

/** What it gives, worked out when it is first asked for. */
function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}

/** What a report of the state needs. */
export function reportView(draft: Draft): ReportView {
  return { ...termsAndFills(draft), live: draft.live().map(toChildView) };
}

function termsAndFills(draft: Draft): Omit<ReportView, 'live'> {
  const record = draft.record();
  return {
    ...termsOf(record),
    filled: Number(record.run.filled),
    remaining: remainingOf(record),
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
