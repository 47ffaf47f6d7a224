import type { NamedMarket } from '../execution/index.ts';
import type { Account } from '../model/account.ts';
import type { VenueId } from '../model/venue.ts';
import type { VenueBook } from '../orderbook/types.ts';
import type { RoutingFunds } from './funds.ts';
import { type AccountOffer, accountOffer, type VenueOffer, venueOffer } from './offers.ts';
import { furthestWithin, levelsWithin, type Reach } from './reach.ts';
import { isRefusal, type Refusal } from './refusals.ts';
import type { Trader } from './tradable.ts';
import type { RouteRequest } from './types.ts';
import { judgeBook, type UsableBook } from './usableBook.ts';

/** An account that could trade, with its funds if they can be read. */
export interface AbleTrader extends Trader {
  readonly means: RoutingFunds | Refusal;
}

/** The data of the moment of an estimate. */
export interface Gathered {
  readonly named: NamedMarket;
  readonly traders: readonly AbleTrader[];
  /** The other accounts. */
  readonly refused: ReadonlyMap<Account, Refusal>;
  /** Books of the traders' venues, where there are any. */
  readonly books: readonly VenueBook[];
  /** USD of one unit of the quote. */
  readonly quoteUsd: number;
}

/** The accounts of one venue that can take a slice; at least one. */
export interface VenueGroup {
  readonly offer: VenueOffer;
  readonly takers: readonly AccountOffer[];
}

/** The market as a route sees it. */
export interface RouteView {
  /** Mid between the best bid and the best ask of all usable books; undefined without one. */
  readonly mid: number | undefined;
  /** In the order of their first accounts. */
  readonly groups: readonly VenueGroup[];
  /** The other accounts, with the reason. */
  readonly refused: ReadonlyMap<Account, Refusal>;
}

export function viewOf(request: RouteRequest, gathered: Gathered): RouteView {
  const refused = new Map(gathered.refused);
  const byVenue = Map.groupBy(gathered.traders, ({ account }) => account.venue);
  const books = new Map(gathered.books.map((book) => [book.venue, book]));
  const usable = new Map<VenueId, UsableBook>();
  for (const [venue, traders] of byVenue) {
    const judged = judgeBook(books.get(venue), venue, request.symbol);
    if (isRefusal(judged)) refuseAll(refused, traders, judged);
    else usable.set(venue, judged);
  }
  const mid = commonMid([...usable.values()]);
  if (mid === undefined) return { mid, groups: [], refused };
  const groups: VenueGroup[] = [];
  for (const [venue, book] of usable) {
    const traders = byVenue.get(venue) ?? [];
    const group = groupOf({ request, gathered, mid, refused }, traders, book);
    if (group) groups.push(group);
  }
  return { mid, groups, refused };
}

/** Design (router objective): slippage of every venue is measured against this one. */
function commonMid(usable: readonly UsableBook[]): number | undefined {
  if (usable.length === 0) return undefined;
  const bid = Math.max(...usable.map((each) => each.bid));
  const ask = Math.min(...usable.map((each) => each.ask));
  return (bid + ask) / 2;
}

interface Scene {
  readonly request: RouteRequest;
  readonly gathered: Gathered;
  readonly mid: number;
  /** Collects every account that gets no further. */
  readonly refused: Map<Account, Refusal>;
}

/** Undefined when no account of the venue can take anything. */
function groupOf(
  { request, gathered, mid, refused }: Scene,
  traders: readonly AbleTrader[],
  usable: UsableBook,
): VenueGroup | undefined {
  const [first] = traders;
  if (!first) return undefined;
  const { side, quantity, maxSlippageBps, takenTo, worstPrice, reduceOnly } = request;
  const accounts = traders.map(({ account }) => account);
  const reach: Reach = {
    side,
    quantity,
    mid: strictestMid(mid, request),
    maxSlippageBps,
    takenTo: takenTo?.get(usable.book.venue),
    worstPrice,
  };
  const levels = levelsWithin(usable, accounts, reach);
  if (isRefusal(levels)) {
    refuseAll(refused, traders, levels);
    return undefined;
  }
  const { named, quoteUsd } = gathered;
  const terms = { named, side, quantity, quoteUsd, reduceOnly };
  const furthest = furthestWithin(usable, accounts, reach);
  const offer = venueOffer(terms, first.market, { usable, levels, furthest });
  const takers: AccountOffer[] = [];
  for (const { account, means } of traders) {
    const taker = isRefusal(means) ? means : accountOffer(offer, { account, means }, quantity);
    if (isRefusal(taker)) refused.set(account, taker);
    else takers.push(taker);
  }
  return takers.length > 0 ? { offer, takers } : undefined;
}

/** Returns the stricter of the books' own mid and the anchor that slippage is measured against. */
function strictestMid(mid: number, { side, anchorMid = mid }: RouteRequest): number {
  return side === 'buy' ? Math.min(mid, anchorMid) : Math.max(mid, anchorMid);
}

function refuseAll(
  refused: Map<Account, Refusal>,
  traders: readonly AbleTrader[],
  refusal: Refusal,
): void {
  for (const { account } of traders) refused.set(account, refusal);
}
