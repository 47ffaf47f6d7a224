import type { Account, AccountId } from '../../model/account.ts';
import { symbolParts } from '../../model/symbol.ts';
import type { LegNumber, LegSumsView, LegView, SizedOrder } from '../algorithm.ts';
import { isReducing, legOf } from '../legs.ts';
import type { AlgorithmRecord, LegSums } from '../types.ts';
import { type IsHalted, once, toAccountView } from './accountView.ts';
import { type KnownUsd, toChildView } from './children.ts';
import type { Draft } from './draft.ts';
import { tradable } from './guards.ts';
import { heldOf, maxQuantityOf } from './legBounds.ts';
import type { MarketWatch } from './market.ts';

/** Accounts and market of a leg. */
export interface LegPlace {
  /** In the order of the record, without accounts that were removed. */
  readonly accounts: readonly Pick<Account, 'id' | 'venue'>[];
  readonly market: Pick<MarketWatch, 'rules' | 'book' | 'top' | 'usualSpreadBps'>;
}

export interface LegViewDeps extends LegPlace {
  /** The second leg of a pair. */
  readonly contra?: LegPlace | undefined;
  readonly usd: KnownUsd;
  readonly isHalted: IsHalted;
}

/** Returns both legs of a pair, computed when they are asked for; empty for others. */
export function legViews(draft: Draft, nowMs: number, deps: LegViewDeps): readonly LegView[] {
  const { contra, usd, isHalted } = deps;
  if (!contra) return [];
  const seen = { nowMs, usd, isHalted };
  return [
    legView(draft, { ...seen, leg: 0, place: deps }),
    legView(draft, { ...seen, leg: 1, place: contra }),
  ];
}

interface Seen {
  readonly leg: LegNumber;
  readonly nowMs: number;
  readonly usd: KnownUsd;
  readonly isHalted: IsHalted;
  readonly place: LegPlace;
}

function legView(draft: Draft, { leg, nowMs, usd, isHalted, place }: Seen): LegView {
  const record = draft.record();
  const { market } = place;
  const seen = { nowMs, market, leg, isHalted };
  const accounts = once(() =>
    place.accounts.map((account) => toAccountView(account, record, seen)),
  );
  const live = once(() =>
    draft
      .live()
      .filter((child) => child.leg === leg)
      .map(toChildView),
  );
  return {
    ...legOf(record, leg),
    ...sumsOf(record, leg),
    get accounts() {
      return accounts();
    },
    get mid() {
      return market.top().mid;
    },
    get live() {
      return live();
    },
    sizeOf: (order) => sizeOf(draft, order, { leg, usd, place }),
  };
}

/** Returns the size. Orders that only reduce need the venue's minimum alone (Design: USD 10). */
function sizeOf(
  draft: Draft,
  { accountId, quantity, price, isClosing }: SizedOrder,
  { leg, usd, place }: Pick<Seen, 'leg' | 'usd' | 'place'>,
): number {
  const venue = venueOf(place, accountId);
  const record = draft.record();
  const reduces = isReducing(record, { leg, isClosing });
  const rules = venue === undefined ? undefined : place.market.rules(venue, reduces);
  if (!rules) return 0;
  const { quote } = symbolParts(legOf(record, leg).symbol);
  const quoteUsd = reduces ? undefined : usd(quote);
  const max = Number(maxQuantityOf(draft, { leg, isClosing }));
  return tradable({ quantity: Math.min(quantity, max), price, quoteUsd }, rules);
}

function venueOf({ accounts }: LegPlace, accountId: AccountId) {
  return accounts.find(({ id }) => id === accountId)?.venue;
}

function sumsOf({ run }: AlgorithmRecord, leg: LegNumber): LegSumsView {
  const sums = run.legs[leg];
  if (!sums) return { opened: 0, closed: 0, openedCost: 0, closedCost: 0, held: 0 };
  return toSumsView(sums);
}

export function toSumsView(sums: LegSums): LegSumsView {
  return {
    opened: Number(sums.opened),
    closed: Number(sums.closed),
    openedCost: Number(sums.openedCost),
    closedCost: Number(sums.closedCost),
    held: Number(heldOf(sums)),
  };
}
