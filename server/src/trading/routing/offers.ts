import type { NamedMarket } from '../execution/index.ts';
import type { Account } from '../model/account.ts';
import type { Side } from '../model/order.ts';
import type { VenueId } from '../model/venue.ts';
import type { Level } from '../orderbook/types.ts';
import type { ListedMarket } from '../venues/marketPort.ts';
import type { RouteAccount } from './allocation/types.ts';
import {
  balanceCeiling,
  type Ceiling,
  leastQuantity,
  lotsWithin,
  lowest,
  type Measure,
  mostWithin,
  positionCeiling,
  stepOf,
  usdCeiling,
  wholeLotsOf,
} from './ceilings.ts';
import type { RoutingFunds } from './funds.ts';
import { type Refusal, shown } from './refusals.ts';
import type { UsableBook } from './usableBook.ts';

/** The part of a venue's book that a route may use. */
export interface VenueOffer {
  readonly venue: VenueId;
  readonly market: ListedMarket;
  readonly usable: UsableBook;
  /** Levels that slices may take, best first; at least one. */
  readonly levels: readonly Level[];
  /** Quantity of the levels, base units. */
  readonly offered: number;
  /** The price beyond which no slice may trade, whatever the book shows. */
  readonly furthest: number;
  readonly step: number;
  readonly measure: Measure;
}

/** An account that can take a slice. */
export interface AccountOffer {
  readonly account: Account;
  readonly means: RoutingFunds;
  readonly bounds: RouteAccount;
  /** Base units it could take alone, rounded to the step; at least its smallest slice. */
  readonly alone: number;
}

export interface RouteTerms {
  readonly named: NamedMarket;
  readonly side: Side;
  /** Base units. */
  readonly quantity: number;
  readonly quoteUsd: number;
  readonly reduceOnly?: boolean | undefined;
}

export function venueOffer(
  { named, side, quantity, quoteUsd, reduceOnly }: RouteTerms,
  market: ListedMarket,
  { usable, levels, furthest }: Pick<VenueOffer, 'usable' | 'levels' | 'furthest'>,
): VenueOffer {
  const offered = levels.reduce((sum, [, available]) => sum + available, 0);
  const near = side === 'buy' ? usable.ask : usable.bid;
  const far = levels.at(-1)?.[0] ?? near;
  const { marketType } = named;
  return {
    venue: usable.book.venue,
    market,
    usable,
    levels,
    offered,
    furthest,
    step: stepOf(market, Math.min(quantity, offered)),
    measure: { side, marketType, near, far, quoteUsd, reduceOnly },
  };
}

/** Returns what the account may take of its venue's offer, or why it may take nothing. */
export function accountOffer(
  offer: VenueOffer,
  { account, means }: { readonly account: Account; readonly means: RoutingFunds },
  quantity: number,
): AccountOffer | Refusal {
  const { market, levels, step, measure } = offer;
  const { power, dailyRemainingMicroUsd, orderMicroUsdMax, fee, feeOnTopBps } = means;
  const least = leastQuantity(market, step, measure);
  const parts: Parts = {
    balance:
      means.closable === undefined
        ? balanceCeiling(power, feeOnTopBps, measure)
        : positionCeiling(means.closable),
    daily: usdCeiling(dailyRemainingMicroUsd, measure),
    order: usdCeiling(orderMicroUsdMax, measure),
  };
  const ceiling = lowest(...Object.values(parts));
  const payable = lotsWithin(mostWithin(levels, ceiling), step);
  const alone = Math.min(wholeLotsOf(quantity, step), payable);
  const bounds = { feeBps: fee.takerBps, minQuantity: least, ...ceiling };
  if (alone >= least && alone > 0) return { account, means, bounds, alone };
  return tooLittle(offer, { account, means, parts, least, quantity });
}

interface Parts {
  readonly balance: Ceiling;
  readonly daily: Ceiling;
  readonly order: Ceiling;
}

interface TooLittle {
  readonly account: Account;
  readonly means: RoutingFunds;
  readonly parts: Parts;
  readonly least: number;
  readonly quantity: number;
}

/** Returns the first limit that by itself allows less than the smallest slice. */
function tooLittle({ levels, step }: VenueOffer, found: TooLittle): Refusal {
  const { account, means, parts, least, quantity } = found;
  const within = (ceiling: Ceiling) => lotsWithin(mostWithin(levels, ceiling), step);
  const smallest = `less than its smallest slice of ${shown(least)}`;
  const { asset, free } = means.power;
  const room = within(parts.balance);
  if (room < least && means.closable !== undefined) {
    const message =
      `The account ${account.id} has a position of ${shown(means.closable)} ${asset} to reduce, ` +
      `enough for ${shown(room)}, ${smallest}.`;
    const none = `The account ${account.id} has no position that the order would reduce.`;
    return { reason: 'NO_POSITION', message: means.closable > 0 ? message : none };
  }
  if (room < least) {
    const reason = 'NO_BALANCE';
    if (free <= 0) return { reason, message: `The account ${account.id} has no free ${asset}.` };
    const message =
      `The account ${account.id} has ${shown(free)} ${asset} free, ` +
      `enough for ${shown(room)}, ${smallest}.`;
    return { reason, message };
  }
  const daily = within(parts.daily);
  if (daily < least) {
    const usd = shown(means.dailyRemainingMicroUsd / 1e6);
    const message =
      `The account ${account.id} has $${usd} of its daily limit left, ` +
      `enough for ${shown(daily)}, ${smallest}.`;
    return { reason: 'NO_DAILY_LIMIT', message };
  }
  const reason = 'BELOW_MINIMUM';
  const ordered = within(parts.order);
  if (ordered < least) {
    const usd = shown(means.orderMicroUsdMax / 1e6);
    const message =
      `An order of the account ${account.id} may be worth $${usd}, ` +
      `enough for ${shown(ordered)}, ${smallest}.`;
    return { reason, message };
  }
  const asked = wholeLotsOf(quantity, step);
  if (asked < least) return { reason, message: `${shown(asked)} is ${smallest}.` };
  const could = within(lowest(...Object.values(parts)));
  const message = `The account ${account.id} could take ${shown(could)}, ${smallest}.`;
  return { reason, message };
}
