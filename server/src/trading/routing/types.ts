import type { FeeRecord, FeeSource } from '../fees/types.ts';
import type { Account, AccountId } from '../model/account.ts';
import type { Side } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { QualityLevel } from '../orderbook/types.ts';
import type { Excluded } from './exclusions.ts';
import type { Plan } from './plans/types.ts';

export type { Excluded, ExclusionReason } from './exclusions.ts';

/** A route request; symbol and accounts are only names yet. */
export interface RouteDraft {
  readonly symbol: string;
  readonly side: Side;
  /** Base units. */
  readonly quantity: number;
  readonly accountIds: readonly string[];
  readonly maxVenues: number;
  readonly maxSlippageBps: number;
  /** True when it only reduces positions; absent otherwise. */
  readonly reduceOnly?: boolean | undefined;
}

/** The same with the names resolved. */
export interface RouteRequest extends Omit<RouteDraft, 'symbol' | 'accountIds'> {
  readonly symbol: InstrumentSymbol;
  readonly accounts: readonly Account[];
  /**
   * For later rounds of a plan: slippage is measured against this mid beside the books' own. Costs
   * are reported against the books' own.
   */
  readonly anchorMid?: number | undefined;
  /**
   * Prices up to which this plan has emptied a venue's book: an order there came short, and the
   * displayed book may not show it yet. Levels up to these prices are ignored.
   */
  readonly takenTo?: ReadonlyMap<VenueId, number> | undefined;
  /** No level beyond it is taken: a maximum for a buy, a minimum for a sell. */
  readonly worstPrice?: number | undefined;
  /**
   * Part of the remaining slippage that limit prices leave beyond the worst level of a slice, from
   * 0 to 1; undefined for none.
   */
  readonly roomShare?: number | undefined;
}

/** The part of one account. Costs in bps against the common mid. */
export interface RouteSlice {
  readonly venue: VenueId;
  readonly accountId: AccountId;
  /** Base units, rounded to the step of the market. */
  readonly quantity: number;
  /** The same as text, as orders are sent. */
  readonly quantityText: string;
  /** Mean price of the levels it takes. */
  readonly estimatedPrice: number;
  /** Price of its order: the worst of its levels with the room beyond, rounded to the tick. */
  readonly limitPrice: number;
  readonly limitPriceText: string;
  /** Distance of the limit price beyond the worst level, in bps of the common mid. */
  readonly roomBps: number;
  readonly slippageBps: number;
  readonly feeBps: number;
  readonly feeSource: FeeSource;
  /** slippageBps + feeBps. */
  readonly costBps: number;
  readonly confidence: number;
  /** costBps + (1 − confidence) × 10 (Trading §4.6). */
  readonly score: number;
}

/** The router's figures for an account, used or not. */
export interface RouteCandidate {
  readonly venue: VenueId;
  readonly accountId: AccountId;
  /** Base units it gets; 0 when it is not used. */
  readonly quantity: number;
  /** The part of the whole quantity that it could take alone, and its cost and score. */
  readonly standaloneQuantity: number;
  readonly standaloneCostBps: number | undefined;
  readonly standaloneScore: number | undefined;
  readonly feeBps: number;
  readonly confidence: number;
  readonly stalenessMs: number;
}

/** Trading §2.9, with the reasons. */
export interface RouteEstimate {
  readonly symbol: InstrumentSymbol;
  readonly side: Side;
  readonly quantity: number;
  /** Undefined without any usable book. */
  readonly mid: number | undefined;
  /** Undefined when nothing can be placed; so is the next. */
  readonly vwap: number | undefined;
  readonly costBps: number | undefined;
  readonly objectiveBps: number | undefined;
  /** Proven bound of what a better split could save, in bps of what is allocated. */
  readonly gapBps: number | undefined;
  /** True when all but lot dust can be placed. */
  readonly isRoutable: boolean;
  readonly allocated: number;
  readonly slices: readonly RouteSlice[];
  readonly candidates: readonly RouteCandidate[];
  readonly excluded: readonly Excluded[];
}

export type VenueStatus =
  | {
      readonly venue: VenueId;
      readonly isAvailable: true;
      readonly confidence: number;
      readonly spreadBps: number | undefined;
      readonly stalenessMs: number;
      readonly quality: QualityLevel;
      /** The lowest fee of the caller's accounts there; the venue's schedule if there are none. */
      readonly fee: FeeRecord;
    }
  | { readonly venue: VenueId; readonly isAvailable: false; readonly reason: string };

export interface RouteSender {
  readonly actorId: string;
  /** Owner of the `clientPlanId`s that it uses. */
  readonly owner: string;
  readonly reaches: (accountId: string) => boolean;
}

/** The smart order router (Trading §4.6). Every method rejects with an `AppError`. */
export interface Routing {
  /** Sends nothing. Throws VALIDATION_FAILED of `exchange_account_ids` for an unknown account. */
  estimate(draft: RouteDraft): Promise<RouteEstimate>;
  /**
   * Stores a plan, sends its slices, and returns it when it has ended, or in its current state
   * after a while. The same `clientPlanId` of the same owner returns the first plan forever.
   */
  execute(
    draft: RouteDraft & { readonly clientPlanId?: string | undefined },
    sender: RouteSender,
  ): Promise<Plan>;
  /** Returns a plan by our id, or by the owner's name for it. Throws PLAN_NOT_FOUND. */
  plan(name: string, owner: string): Promise<Plan>;
  /** Returns venues; those that list the symbol if none is named. `reaches` selects accounts. */
  venues(
    symbol: string,
    venues: readonly VenueId[] | undefined,
    reaches: RouteSender['reaches'],
  ): Promise<readonly VenueStatus[]>;
}
