import { assert } from '../../../../kit/assert.ts';
import { DrainingCounter } from './drainingCounter.ts';
import {
  type CallKind,
  callKinds,
  type RatedCall,
  type RateWindow,
  urgencyOf,
} from './governorRules.ts';
import { RollingWindow } from './rollingWindow.ts';
import { VenueBan } from './venueBan.ts';

/**
 * One part in so many of every window that counts cancels is for cancels alone: whatever orders and
 * reads have spent, a fifth of the usual rate can still be taken out of the market. Orders keep as
 * much again from reads, so that polling never makes an order late, and reads from lists.
 */
const partsPerReserve = 5;

export interface MeterFigures {
  readonly used: number;
  /** Without what our own books may spend. */
  readonly capacity: number;
  /** Parts of it that the less urgent cannot spend. */
  readonly reserved: { readonly cancel: number; readonly order: number };
}

/** One window of one address or credential. */
export class RateMeter {
  readonly window: RateWindow;
  readonly #log: RollingWindow | DrainingCounter;
  readonly #ceilings: Readonly<Record<CallKind, number>>;

  constructor(window: RateWindow) {
    this.window = window;
    const { capacity, lengthMs, drains } = window;
    this.#log = drains ? new DrainingCounter(capacity, lengthMs) : new RollingWindow(lengthMs);
    this.#ceilings = ceilingsOf(window);
  }

  spend(cost: number, nowMs: number): void {
    this.#log.spend(cost, nowMs);
  }

  isEmpty(nowMs: number): boolean {
    return this.#log.spent(nowMs) === 0;
  }

  figures(nowMs: number): MeterFigures {
    const { cancel, order, read } = this.#ceilings;
    return {
      used: this.#log.spent(nowMs),
      capacity: cancel,
      reserved: { cancel: cancel - order, order: order - read },
    };
  }

  canEver(call: RatedCall, cost: number): boolean {
    return cost <= this.#ceilings[urgencyOf(call)];
  }

  /** When the call can go, if nobody else spends. */
  roomAtMs(call: RatedCall, cost: number, nowMs: number): number {
    return this.#log.roomAtMs(cost, this.#ceilings[urgencyOf(call)], nowMs);
  }

  /** How long the call has to wait at least, when others that cost so much go before it. */
  waitMs(spend: { call: RatedCall; cost: number; ahead: number }, nowMs: number): number {
    const ceiling = this.#ceilings[urgencyOf(spend.call)];
    const needed = spend.ahead + spend.cost;
    // What does not fit in one window fills whole ones first.
    const wholeWindows = Math.ceil(needed / ceiling) - 1;
    const rest = needed - wholeWindows * ceiling;
    const restMs = this.#log.roomAtMs(rest, ceiling, nowMs) - nowMs;
    return wholeWindows * this.#log.holdMs + restMs;
  }

  /**
   * The exchange counted more than we did: others use the same address or key. The difference
   * counts as spent now, as nobody tells when it was.
   */
  correct(used: number, nowMs: number): void {
    const missing = used - (this.window.booksShare ?? 0) - this.#log.spent(nowMs);
    if (Number.isFinite(missing) && missing > 0) this.#log.spend(missing, nowMs);
  }
}

/** Everything that is counted for one address or one credential. */
export interface RateBudget {
  readonly meters: readonly RateMeter[];
  readonly ban: VenueBan;
}

export function createRateBudget(windows: readonly RateWindow[]): RateBudget {
  return { meters: windows.map((window) => new RateMeter(window)), ban: new VenueBan() };
}

function ownPart(window: RateWindow): number {
  return window.capacity - (window.booksShare ?? 0);
}

/** How far each kind may fill the window. */
function ceilingsOf(window: RateWindow): Readonly<Record<CallKind, number>> {
  const part = ownPart(window);
  const reserved = (kind: CallKind): number => {
    const cost = window.cost({ kind });
    // Nothing is kept for calls that the window does not count; a small one keeps one call.
    return cost === 0 ? 0 : Math.max(cost, Math.ceil(part / partsPerReserve));
  };
  const forOrders = part - reserved('cancel');
  const forReads = forOrders - reserved('order');
  // Short reads settle what orders are; lists may take minutes, and would leave nothing for those.
  const forLists = forReads - reserved('read');
  const ceilings = { cancel: part, order: forOrders, read: forReads, list: forLists };
  for (const kind of callKinds) {
    const isPossible = window.cost({ kind }) <= ceilings[kind];
    assert(isPossible, `the window ${window.name} has room for one ${kind} beside its reserves`);
  }
  return ceilings;
}
