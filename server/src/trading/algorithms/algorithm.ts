import type { Random } from '../../kit/random.ts';
import type { AccountId } from '../model/account.ts';
import type { Side } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { AlgorithmType } from './params.ts';

/**
 * An algorithm: a pure function from the current state and an event to the actions to take. The
 * host does everything impure: time, orders, storage, guards, pausing and cancelling.
 *
 * `step` must look at the state and the view instead of trusting the event: events are conflated
 * and may come twice, and after a restart there is only `recovered`. It is called again only when
 * something happens or `wakeAtMs` comes, so an algorithm that waits says until when.
 */
export interface AlgorithmDefinition<Params, State> {
  readonly type: AlgorithmType;
  /** Returns the state before the first step, which comes right after. */
  initialState(params: Params, terms: AlgorithmTerms): State;
  step(state: State, event: AlgorithmEvent, given: Given<Params>): Step<State>;
  /** Returns the state as callers see it (Orderbook §4.3, state shapes). */
  report(state: State, params: Params, view: ReportView): Readonly<Record<string, unknown>>;
  /** Returns the time from start to end on its clock, in ms; undefined when it is unknown. */
  plannedMs(params: Params, terms: AlgorithmTerms): number | undefined;
  /**
   * True for algorithms that order a few times per interval or round whatever happens. A passing
   * refusal need not keep the only account from them.
   */
  readonly isPaced?: boolean | undefined;
  /**
   * Returns the size of each order when a parameter says it. An order that is too small to be
   * traded would lose its quantity, so such a start is refused.
   */
  readonly orderSize?: ((params: Params) => OrderSize) | undefined;
  /** Rules of algorithms that trade two legs against each other; undefined for a single leg. */
  readonly pair?: PairRules<Params> | undefined;
}

export interface OrderSize {
  /** Name of the parameter, as callers write it. */
  readonly parameter: string;
  readonly given: number;
  /** The largest size that an order may have by it. */
  readonly most: number;
}

/** A leg of a pair. The first one trades the order itself, and its progress is the order's. */
export type LegNumber = 0 | 1;

/**
 * The rules that the host enforces for a pair. Its clock never stands still, because an unhedged
 * position waits for nobody. While it is paused or being cancelled it is still stepped, and the
 * host lets it place only orders that bring its legs closer. Once cancelled it ends by its own
 * `end`.
 */
export interface PairRules<Params> {
  legs(params: Params, order: PairOrder): readonly [LegTerms, LegTerms];
  /**
   * Returns the base units by which the legs may differ, all live children counted at their worst.
   */
  riskQuantity(params: Params, order: PairOrder): number;
  /** True when a cancel lets it close both legs step by step, instead of only making them equal. */
  readonly closesOnCancel: boolean;
}

export interface PairOrder extends LegTerms {
  /** Base units of each leg. */
  readonly quantity: number;
}

export interface LegTerms {
  readonly symbol: InstrumentSymbol;
  /** Side that opens the leg. The other side closes it. */
  readonly side: Side;
  readonly accountIds: readonly AccountId[];
}

/** The input of a step apart from its state and event. */
export interface Given<Params> {
  readonly params: Params;
  readonly view: AlgorithmView;
}

/** The terms that stay the same for the life of a parent order. */
export interface AlgorithmTerms {
  readonly symbol: InstrumentSymbol;
  readonly side: Side;
  /** Base units. */
  readonly quantity: number;
  /** Orders are never priced beyond it: at most for a buy, at least for a sell. */
  readonly limitPrice: number | undefined;
  /** Mid of the common best bid and ask at the start. */
  readonly arrivalPrice: number;
}

export type AlgorithmEvent =
  | { readonly kind: 'started' }
  /** `wakeAtMs` has been reached or has passed. */
  | { readonly kind: 'woke' }
  /** The state of some children changed. The view has them as they are now. */
  | { readonly kind: 'children' }
  /** A book of an account's venue changed. Sent only if the last step asked for it. */
  | { readonly kind: 'book' }
  /** The answer to a `route` action. No slices, with the reason, when nothing can be placed. */
  | {
      readonly kind: 'routed';
      readonly ref: string;
      readonly slices: readonly RoutedSlice[];
      readonly reason: string | undefined;
    }
  /** The answer to a `poll` action. Undefined facts could not be obtained, for the given reason. */
  | {
      readonly kind: 'polled';
      readonly facts: CarryFacts | undefined;
      readonly reason: string | undefined;
    }
  /** A pause has ended. Only children with an unknown outcome are live. */
  | { readonly kind: 'resumed' }
  /** The service has restarted. Routes that were requested before are not answered. */
  | { readonly kind: 'recovered' };

/** The yield and risk of holding a perpetual, which is the second leg, at its first account. */
export interface CarryFacts {
  /** Epoch ms at which this was known. */
  readonly atMs: number;
  /** The next funding that a short position would receive, percent a year of its notional. */
  readonly predictedAprPct: number;
  readonly markPrice: number | undefined;
  /** Liquidation price of the position; undefined without one, or when the venue reports none. */
  readonly liquidationPrice: number | undefined;
  /** Funding in the account's ledger for the symbol since `sinceMs`, in its quote asset. */
  readonly collected: number;
  /** Reason why one of the legs takes no orders now: an account or a market is halted. */
  readonly halted: string | undefined;
}

/** The share that the router would give an account. */
export interface RoutedSlice {
  readonly accountId: AccountId;
  /** Base units, on the quantity step of the market. */
  readonly quantity: number;
  /** The worst price of the levels it takes, on the tick. */
  readonly limitPrice: number;
}

export interface Step<State> {
  readonly state: State;
  readonly actions: readonly AlgorithmAction[];
  /** Latest time of the next step, on the algorithm's clock. */
  readonly wakeAtMs?: number | undefined;
  /** Changes of the books also cause steps, at most one per beat (100 ms). */
  readonly watchesBooks?: boolean;
}

/** The part of its algorithm that a child belongs to: an interval, a level, a round. */
export type ChildGroup = number;
export type ChildPurpose =
  | 'slice'
  | 'take'
  | 'catch_up'
  | 'level'
  | 'sweep'
  /** Only for pairs: `lead` opens the first leg, `hedge` the second, `unwind` closes either. */
  | 'lead'
  | 'hedge'
  | 'unwind';

export type AlgorithmAction =
  /**
   * A limit order. The host keeps its price within the limit price, and its quantity on the lot and
   * within the free part of the total. It drops the order when nothing tradable is left: ask
   * `sizeOf` before.
   */
  | {
      readonly kind: 'place';
      readonly accountId: AccountId;
      readonly quantity: number;
      readonly price: number;
      readonly timeInForce: 'GTC' | 'IOC' | 'POST_ONLY';
      readonly purpose: ChildPurpose;
      readonly group: ChildGroup;
      /** The first leg by default. */
      readonly leg?: LegNumber | undefined;
      /** True for an order that reduces what the leg holds. */
      readonly isClosing?: boolean | undefined;
    }
  /** The cancel is repeated until the child is over. Asking again changes nothing. */
  | { readonly kind: 'cancel'; readonly number: number }
  /** Asks the router how it would split a quantity. Answered by `routed` with the same `ref`. */
  | {
      readonly kind: 'route';
      readonly ref: string;
      readonly quantity: number;
      /** No level beyond this price is taken. */
      readonly worstPrice?: number | undefined;
      /** Accounts that get no share. */
      readonly leaveOut?: readonly AccountId[] | undefined;
    }
  /** Asks for the yield of the second leg, with funding since then. Answered by `polled`. */
  | { readonly kind: 'poll'; readonly sinceMs: number | undefined }
  /** An entry in the history that people read. */
  | { readonly kind: 'note'; readonly text: string }
  /** Reason why nothing is being done now. It holds until the next `wait` or `place`. */
  | { readonly kind: 'wait'; readonly reason: string }
  /** Live children are cancelled first. The end is reported when all of them are over. */
  | {
      readonly kind: 'end';
      readonly status: 'COMPLETED' | 'CANCELLED' | 'FAILED';
      readonly reason?: string | undefined;
    };

/** A child order as it is known now. Figures are cumulative totals. */
export interface ChildView {
  readonly number: number;
  readonly group: ChildGroup;
  readonly purpose: ChildPurpose;
  readonly leg: LegNumber;
  readonly isClosing: boolean;
  readonly accountId: AccountId;
  readonly quantity: number;
  readonly price: number;
  readonly timeInForce: 'GTC' | 'IOC' | 'POST_ONLY';
  /** True when nothing more will happen to it, apart from late fills. */
  readonly isOver: boolean;
  readonly isCancelling: boolean;
  readonly filled: number;
  /** Error code of the catalogue for a refused or rejected child; undefined for others. */
  readonly refusedCode: string | undefined;
  /** On the algorithm's clock. */
  readonly placedAtMs: number;
  /** Epoch ms of the last news about it. Undefined means long ago. */
  readonly heardAtMs?: number | undefined;
}

/** A usable book: live, not flagged, fresh, with a confidence of 0.4 or more. */
export interface UsableBookView {
  readonly bid: number;
  readonly ask: number;
  readonly mid: number;
  readonly spreadBps: number;
  /** Levels that an order of the algorithm's side would take, best first, 50 at most. */
  readonly takeable: BookLevels;
  /** Levels that an order of the other side would take. */
  readonly giveable: BookLevels;
}

export type BookLevels = readonly (readonly [price: number, quantity: number])[];

export interface AccountView {
  readonly id: AccountId;
  readonly venue: VenueId;
  /** Undefined while the market is not listed or takes no orders. */
  readonly rules: MarketRules | undefined;
  /** Undefined while the book must not be used for trading. */
  readonly book: UsableBookView | undefined;
  /** Reason why the account gets no orders now, as a sentence; undefined when it may get some. */
  readonly barred: string | undefined;
  /** The same for orders that close: accounts that refuse other orders may take these. */
  readonly closingBarred: string | undefined;
}

export interface MarketRules {
  readonly priceTick: number;
  readonly priceDigitsMax: number | undefined;
  readonly quantityStep: number;
  readonly quantityMin: number;
  readonly notionalMin: number;
}

export interface AlgorithmView extends AlgorithmTerms {
  /** The algorithm's clock: time since the start, without pauses and outages of the service. */
  readonly nowMs: number;
  readonly filled: number;
  /** quantity − filled. */
  readonly remaining: number;
  /** The part of `remaining` that no live child may still fill. */
  readonly free: number;
  /** Epoch ms. */
  readonly atMs: number;
  /** Only pairs are stepped in a mode other than running. */
  readonly mode: AlgorithmMode;
  /** Both legs of a pair; empty for others. */
  readonly legs: readonly LegView[];
  /** In the order in which they were given. */
  readonly accounts: readonly AccountView[];
  /** Between the best bid and ask of all usable books. */
  readonly mid: number | undefined;
  readonly spreadBps: number | undefined;
  /** Mean spread over the last minute; undefined until there is one. */
  readonly usualSpreadBps: number | undefined;
  /** Oldest first. */
  readonly live: readonly ChildView[];
  /** All children of a group, oldest first. */
  childrenOf(group: ChildGroup): readonly ChildView[];
  /**
   * Returns the part of a quantity that could be ordered at an account at a price: on its lot, at
   * most the free quantity, and 0 when below a minimum (the venue's, or USD 10).
   */
  sizeOf(accountId: AccountId, quantity: number, price: number): number;
  /** True when no account could take an order of that quantity at any price near the market. */
  isDust(quantity: number): boolean;
  readonly random: Pick<Random, 'next' | 'between'>;
}

export type AlgorithmMode = 'running' | 'paused' | 'cancelling';

/** A leg of a pair as it is now. Amounts are in base units. */
export interface LegView extends LegTerms, LegSumsView {
  readonly accounts: readonly AccountView[];
  /** Between the best bid and ask of its usable books. */
  readonly mid: number | undefined;
  /** Oldest first. */
  readonly live: readonly ChildView[];
  /**
   * Returns the part of a quantity that the host would accept now: on the lot, within every bound.
   */
  sizeOf(order: SizedOrder): number;
}

export interface SizedOrder {
  readonly accountId: AccountId;
  readonly quantity: number;
  readonly price: number;
  readonly isClosing: boolean;
}

/** Totals of a leg's children so far. */
export interface LegSumsView {
  /** Filled on its own side, and on the other side. */
  readonly opened: number;
  readonly closed: number;
  /** In quote units. */
  readonly openedCost: number;
  readonly closedCost: number;
  /** opened − closed, less the fees that were paid in the traded asset. */
  readonly held: number;
}

/** Data that a report may need in addition to the state. */
export interface ReportView extends AlgorithmTerms {
  readonly filled: number;
  readonly remaining: number;
  readonly live: readonly ChildView[];
  /** Both legs of a pair; empty for others. */
  readonly legs: readonly LegSumsView[];
  childrenOf(group: ChildGroup): readonly ChildView[];
}

/** A definition whose parameters and state only it knows. For all others both are JSON. */
export type AnyAlgorithm = AlgorithmDefinition<unknown, unknown>;

/**
 * Declares an algorithm. Parameters were parsed at the API boundary and states were made by the
 * definition itself, so both come back with their types.
 */
export function defineAlgorithm<Params, State>(
  definition: AlgorithmDefinition<Params, State>,
): AnyAlgorithm {
  const { pair, orderSize } = definition;
  return {
    type: definition.type,
    initialState: (params, terms) => definition.initialState(params as Params, terms),
    step: (state, event, { params, view }) =>
      definition.step(state as State, event, { params: params as Params, view }),
    report: (state, params, view) => definition.report(state as State, params as Params, view),
    plannedMs: (params, terms) => definition.plannedMs(params as Params, terms),
    isPaced: definition.isPaced,
    orderSize: orderSize && ((params) => orderSize(params as Params)),
    pair: pair && {
      legs: (params, order) => pair.legs(params as Params, order),
      riskQuantity: (params, order) => pair.riskQuantity(params as Params, order),
      closesOnCancel: pair.closesOnCancel,
    },
  };
}
