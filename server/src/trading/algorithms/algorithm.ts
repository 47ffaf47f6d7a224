import type { Random } from '../../kit/random.ts';
import type { AccountId } from '../model/account.ts';
import type { Side } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { AlgorithmType } from './params.ts';

/**
 * An algorithm: a pure function from what is and what happened to what is to be done. Everything
 * impure is the host's: time, orders, storage, guards, pausing and cancelling.
 *
 * `step` must look at the state and the view rather than trust the event: events are conflated,
 * may come twice, and after a restart there is only `recovered`. It is called again only when
 * something happens or `wakeAtMs` comes, so whoever waits says until when.
 */
export interface AlgorithmDefinition<Params, State> {
  readonly type: AlgorithmType;
  /** Before the first step, which comes right after. */
  initialState(params: Params, terms: AlgorithmTerms): State;
  step(state: State, event: AlgorithmEvent, given: Given<Params>): Step<State>;
  /** As callers see it (Orderbook §4.3, state shapes). */
  report(state: State, params: Params, view: ReportView): Readonly<Record<string, unknown>>;
  /** From start to end on its clock, ms; undefined when it cannot be told. */
  plannedMs(params: Params, terms: AlgorithmTerms): number | undefined;
  /**
   * True of those that order a few times an interval or a round whatever becomes of it: a refusal
   * for a cause that passes need not keep the only account from them.
   */
  readonly isPaced?: boolean | undefined;
  /** Of those that trade two legs against one another; undefined: the order is the only one. */
  readonly pair?: PairRules<Params> | undefined;
}

/** A leg of a pair: the first is what the order is about, and what its progress counts. */
export type LegNumber = 0 | 1;

/**
 * What the host holds a pair to. Its clock never stands still: what is unhedged waits for nobody.
 * While it is paused or being cancelled it is stepped on, and the host lets it place only what
 * brings its legs closer; once cancelled it ends by its own `end`.
 */
export interface PairRules<Params> {
  legs(params: Params, order: PairOrder): readonly [LegTerms, LegTerms];
  /** Base units by which the legs may differ, all live children counted at their worst. */
  riskQuantity(params: Params, order: PairOrder): number;
  /** Whether a cancel lets it close both legs step by step, instead of only making them equal. */
  readonly closesOnCancel: boolean;
}

export interface PairOrder extends LegTerms {
  /** Base units of each leg. */
  readonly quantity: number;
}

export interface LegTerms {
  readonly symbol: InstrumentSymbol;
  /** That opens it; the other side closes it. */
  readonly side: Side;
  readonly accountIds: readonly AccountId[];
}

/** What a step is looked at with. */
export interface Given<Params> {
  readonly params: Params;
  readonly view: AlgorithmView;
}

/** What stays the same for the life of a parent order. */
export interface AlgorithmTerms {
  readonly symbol: InstrumentSymbol;
  readonly side: Side;
  /** Base units. */
  readonly quantity: number;
  /** Never beyond it: at most for a buy, at least for a sell. */
  readonly limitPrice: number | undefined;
  /** Mid of the common best bid and ask at the start. */
  readonly arrivalPrice: number;
}

export type AlgorithmEvent =
  | { readonly kind: 'started' }
  /** `wakeAtMs` has come, or gone by. */
  | { readonly kind: 'woke' }
  /** Something became of children; the view has them as they are now. */
  | { readonly kind: 'children' }
  /** A book of an account's venue changed; only for those whose last step asked for it. */
  | { readonly kind: 'book' }
  /** The answer to a `route` action; no slices when nothing can be placed, with the reason. */
  | {
      readonly kind: 'routed';
      readonly ref: string;
      readonly slices: readonly RoutedSlice[];
      readonly reason: string | undefined;
    }
  /** The answer to a `poll` action; undefined facts could not be had, for the reason told. */
  | {
      readonly kind: 'polled';
      readonly facts: CarryFacts | undefined;
      readonly reason: string | undefined;
    }
  /** After a pause; no child is live but those whose outcome is not known yet. */
  | { readonly kind: 'resumed' }
  /** After a restart of the service; routes that were asked for before are not answered. */
  | { readonly kind: 'recovered' };

/** What holding a perpetual brings and risks, of the second leg at its first account. */
export interface CarryFacts {
  /** Epoch ms at which this was known. */
  readonly atMs: number;
  /** What the next funding would pay a short position, percent a year of its notional. */
  readonly predictedAprPct: number;
  readonly markPrice: number | undefined;
  /** Of the account's position; undefined without one, or when the venue tells none. */
  readonly liquidationPrice: number | undefined;
  /** Funding that the account's ledger has for the symbol since `sinceMs`, in its quote asset. */
  readonly collected: number;
  /** Why orders are not taken at one of the legs now (an account or a market is halted). */
  readonly halted: string | undefined;
}

/** What the router would give an account. */
export interface RoutedSlice {
  readonly accountId: AccountId;
  /** Base units, on the step of the market. */
  readonly quantity: number;
  /** The worst price of the levels it takes, on the tick. */
  readonly limitPrice: number;
}

export interface Step<State> {
  readonly state: State;
  readonly actions: readonly AlgorithmAction[];
  /** On the algorithm's clock; the next step comes then at the latest. */
  readonly wakeAtMs?: number | undefined;
  /** Steps for changes of the books as well, at most one each beat (100 ms). */
  readonly watchesBooks?: boolean;
}

/** Where a child stands in its algorithm: an interval, a level, a round. */
export type ChildGroup = number;
export type ChildPurpose =
  | 'slice'
  | 'take'
  | 'catch_up'
  | 'level'
  | 'sweep'
  /** Of pairs: opens the first, makes it good on the second, gives both back. */
  | 'lead'
  | 'hedge'
  | 'unwind';

export type AlgorithmAction =
  /**
   * A limit order. The host holds its price to the limit price, its quantity to the lot and to what
   * is free of the total, and drops it when nothing tradable is left: ask `sizeOf` before.
   */
  | {
      readonly kind: 'place';
      readonly accountId: AccountId;
      readonly quantity: number;
      readonly price: number;
      readonly timeInForce: 'GTC' | 'IOC' | 'POST_ONLY';
      readonly purpose: ChildPurpose;
      readonly group: ChildGroup;
      /** The first unless said otherwise. */
      readonly leg?: LegNumber | undefined;
      /** Gives back what the leg holds. */
      readonly isClosing?: boolean | undefined;
    }
  /** Asked for until the child is over; asking again changes nothing. */
  | { readonly kind: 'cancel'; readonly number: number }
  /** Asks the router how it would split a quantity; answered by `routed` with the same `ref`. */
  | {
      readonly kind: 'route';
      readonly ref: string;
      readonly quantity: number;
      /** No level beyond it is taken. */
      readonly worstPrice?: number | undefined;
      /** Accounts that are given nothing of it. */
      readonly leaveOut?: readonly AccountId[] | undefined;
    }
  /** Asks what holding the second leg brings; answered by `polled`. Funding counts since then. */
  | { readonly kind: 'poll'; readonly sinceMs: number | undefined }
  /** A line in the history that people read. */
  | { readonly kind: 'note'; readonly text: string }
  /** Why nothing is being done now; until the next `wait` or `place`. */
  | { readonly kind: 'wait'; readonly reason: string }
  /** Live children are cancelled first; the end is told when all of them are over. */
  | {
      readonly kind: 'end';
      readonly status: 'COMPLETED' | 'CANCELLED' | 'FAILED';
      readonly reason?: string | undefined;
    };

/** A child order, as it is known now. Figures are cumulative truth. */
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
  /** Nothing more will become of it, late fills aside. */
  readonly isOver: boolean;
  readonly isCancelling: boolean;
  readonly filled: number;
  /** Why it was refused or rejected; undefined for others. An error code of the catalogue. */
  readonly refusedCode: string | undefined;
  /** On the algorithm's clock. */
  readonly placedAtMs: number;
  /** Epoch ms of the last word on it; undefined: long ago. */
  readonly heardAtMs?: number | undefined;
}

/** A usable book: live, not flagged, fresh, confidence of 0.4 or more. */
export interface UsableBookView {
  readonly bid: number;
  readonly ask: number;
  readonly mid: number;
  readonly spreadBps: number;
  /** What an order of the algorithm's side would take, best first; 50 levels at most. */
  readonly takeable: BookLevels;
  /** What an order of the other side would take. */
  readonly giveable: BookLevels;
}

export type BookLevels = readonly (readonly [price: number, quantity: number])[];

export interface AccountView {
  readonly id: AccountId;
  readonly venue: VenueId;
  /** Undefined while the market is not listed or takes no orders. */
  readonly rules: MarketRules | undefined;
  /** Undefined while it must not be traded on. */
  readonly book: UsableBookView | undefined;
  /** Why the account gets no orders now, in a sentence; undefined when it may. */
  readonly barred: string | undefined;
  /** The same of orders that give back: what was refused to others may be taken of these. */
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
  /** The algorithm's clock: since the start, without pauses and times the service was down. */
  readonly nowMs: number;
  readonly filled: number;
  /** quantity − filled. */
  readonly remaining: number;
  /** Of it what no live child may still fill. */
  readonly free: number;
  /** Epoch ms. */
  readonly atMs: number;
  /** Only pairs are stepped in another mode than running. */
  readonly mode: AlgorithmMode;
  /** Both of a pair; none of others. */
  readonly legs: readonly LegView[];
  /** In the order they were given. */
  readonly accounts: readonly AccountView[];
  /** Between the best bid and ask of all usable books. */
  readonly mid: number | undefined;
  readonly spreadBps: number | undefined;
  /** Mean of it over the last minute; undefined until there is one. */
  readonly usualSpreadBps: number | undefined;
  /** Oldest first. */
  readonly live: readonly ChildView[];
  /** All children of a group, oldest first. */
  childrenOf(group: ChildGroup): readonly ChildView[];
  /**
   * What of a quantity could be ordered at an account at a price: on its lot, at most what is free,
   * 0 when below a minimum (the venue's, or USD 10).
   */
  sizeOf(accountId: AccountId, quantity: number, price: number): number;
  /** Whether no account could take an order of it, at any price near the market. */
  isDust(quantity: number): boolean;
  readonly random: Pick<Random, 'next' | 'between'>;
}

export type AlgorithmMode = 'running' | 'paused' | 'cancelling';

/** A leg of a pair, as it is now. Amounts in base units. */
export interface LegView extends LegTerms, LegSumsView {
  readonly accounts: readonly AccountView[];
  /** Between the best bid and ask of its usable books. */
  readonly mid: number | undefined;
  /** Oldest first. */
  readonly live: readonly ChildView[];
  /** What of a quantity the host would let be ordered now: on the lot, within every bound. */
  sizeOf(order: SizedOrder): number;
}

export interface SizedOrder {
  readonly accountId: AccountId;
  readonly quantity: number;
  readonly price: number;
  readonly isClosing: boolean;
}

/** What became of a leg's children so far. */
export interface LegSumsView {
  /** Filled on its side, and the other way. */
  readonly opened: number;
  readonly closed: number;
  /** In quote units. */
  readonly openedCost: number;
  readonly closedCost: number;
  /** opened − closed, less the fees that were paid in what is traded. */
  readonly held: number;
}

/** What a report may need beside the state. */
export interface ReportView extends AlgorithmTerms {
  readonly filled: number;
  readonly remaining: number;
  readonly live: readonly ChildView[];
  /** Both of a pair; none of others. */
  readonly legs: readonly LegSumsView[];
  childrenOf(group: ChildGroup): readonly ChildView[];
}

/** A definition whose parameters and state only it knows: both are JSON to all others. */
export type AnyAlgorithm = AlgorithmDefinition<unknown, unknown>;

/**
 * Declares an algorithm. Parameters were parsed at the door and states were made by the definition
 * itself, so both come back as what they were.
 */
export function defineAlgorithm<Params, State>(
  definition: AlgorithmDefinition<Params, State>,
): AnyAlgorithm {
  const { pair } = definition;
  return {
    type: definition.type,
    initialState: (params, terms) => definition.initialState(params as Params, terms),
    step: (state, event, { params, view }) =>
      definition.step(state as State, event, { params: params as Params, view }),
    report: (state, params, view) => definition.report(state as State, params as Params, view),
    plannedMs: (params, terms) => definition.plannedMs(params as Params, terms),
    isPaced: definition.isPaced,
    pair: pair && {
      legs: (params, order) => pair.legs(params as Params, order),
      riskQuantity: (params, order) => pair.riskQuantity(params as Params, order),
      closesOnCancel: pair.closesOnCancel,
    },
  };
}
