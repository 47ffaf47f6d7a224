import type { Random } from '../../../kit/random.ts';
import { symbolParts } from '../../model/symbol.ts';
import type { AlgorithmMode, AlgorithmTerms, AlgorithmView, ReportView } from '../algorithm.ts';
import type { AlgorithmRecord, AlgorithmStatus } from '../types.ts';
import { once, toAccountViews } from './accountView.ts';
import { freeOf, toChildView } from './children.ts';
import type { Draft } from './draft.ts';
import { tradable } from './guards.ts';
import { type LegViewDeps, legViews, toSumsView } from './legViews.ts';
import { remainingOf } from './progress.ts';

/** Data that a view needs in addition to what is stored. */
export interface ViewDeps extends LegViewDeps {
  readonly random: Pick<Random, 'next' | 'between'>;
}

/**
 * Returns everything that an algorithm may know, as of one moment of its clock. Books and sums are
 * computed when they are asked for, and once: most steps see at a glance that nothing is due. It
 * shows the draft as it is, so it must be made anew after a change of the draft.
 */
export function createView(draft: Draft, nowMs: number, deps: ViewDeps): AlgorithmView {
  const { market, isHalted } = deps;
  const record = draft.record();
  // The USD minimum does not bind orders that only reduce a position.
  const quoteUsd = once(() =>
    record.reduceOnly ? undefined : deps.usd(symbolParts(record.symbol).quote),
  );
  const seen = { nowMs, market, leg: 0, isHalted } as const;
  const accounts = once(() => toAccountViews(deps.accounts, record, seen));
  const legs = once(() => legViews(draft, nowMs, deps));
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
    atMs: draft.atMs,
    mode: modeOf(record.status),
    get legs() {
      return legs();
    },
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

/** Returns the mode. Only pairs are stepped in a mode other than running. */
function modeOf(status: AlgorithmStatus): AlgorithmMode {
  if (status === 'RUNNING') return 'running';
  return status === 'PAUSED' ? 'paused' : 'cancelling';
}

/** Returns the data that a report of the state needs. */
export function reportView(draft: Draft): ReportView {
  return { ...termsAndFills(draft), live: draft.live().map(toChildView) };
}

function termsAndFills(draft: Draft): Omit<ReportView, 'live'> {
  const record = draft.record();
  return {
    ...termsOf(record),
    filled: Number(record.run.filled),
    remaining: remainingOf(record),
    legs: record.run.legs.map(toSumsView),
    childrenOf: (group) => draft.childrenOf(group).map(toChildView),
  };
}

export function termsOf(record: AlgorithmRecord): AlgorithmTerms {
  const { symbol, side, limitPrice, arrivalPrice } = record;
  return { symbol, side, quantity: Number(record.quantity), limitPrice, arrivalPrice };
}
