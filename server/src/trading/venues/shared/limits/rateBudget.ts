import { assert } from '../../../../kit/assert.ts';
import { type CallPurpose, callPurposes } from '../../../model/callPurpose.ts';
import { DrainingCounter } from './drainingCounter.ts';
import { type CallKind, callKinds, type RatedCall, type RateWindow } from './governorRules.ts';
import { headroomOf, reservesOf, usableOf } from './reserves.ts';
import { RollingWindow } from './rollingWindow.ts';
import type { PlannedSpend, SpendLog } from './spendLog.ts';
import { VenueBan } from './venueBan.ts';

export interface MeterFigures {
  readonly used: number;
  /** Without the part that our own books may spend. */
  readonly capacity: number;
  /** Parts of it that less urgent purposes cannot spend. */
  readonly reserved: { readonly cancel: number; readonly order: number };
}

/**
 * Each purpose pays for itself; the last payer stands for what others spend with the same address
 * or key.
 */
const payers = callPurposes.length + 1;
const others = callPurposes.length;

/** The spending of a process that is gone, such as the one that ours took over from. */
export interface SpentBefore {
  /** Part of each window. */
  readonly share: number;
  /** On the monotonic clock. */
  readonly atMs: number;
}

/** One window of one address or credential. */
export class RateMeter {
  readonly window: RateWindow;
  readonly #log: SpendLog;
  /** By purpose. */
  readonly #reserves: readonly number[];
  readonly #capacity: number;
  /** Left unused by history, beside the reserves. */
  readonly #headroom: number;

  constructor(window: RateWindow, before?: SpentBefore) {
    this.window = window;
    const { lengthMs, drains } = window;
    this.#log = drains ? new DrainingCounter(window, payers) : new RollingWindow(lengthMs, payers);
    this.#reserves = reservesOf(window);
    this.#capacity = usableOf(window);
    this.#headroom = headroomOf(window);
    this.#mustHaveRoom();
    if (before) this.spendBefore(before);
  }

  spendBefore({ share, atMs }: SpentBefore): void {
    this.#log.spend(others, Math.floor(this.#capacity * share), atMs);
  }

  spend(purpose: CallPurpose, cost: number, nowMs: number): void {
    this.#log.spend(callPurposes.indexOf(purpose), cost, nowMs);
  }

  isEmpty(nowMs: number): boolean {
    return this.#used(nowMs) === 0;
  }

  figures(nowMs: number): MeterFigures {
    return {
      used: this.#used(nowMs),
      capacity: this.#capacity,
      reserved: { cancel: this.#reserveOf('cancel'), order: this.#reserveOf('order') },
    };
  }

  canEver({ purpose }: RatedCall, cost: number): boolean {
    return cost <= this.#ceiling(purpose);
  }

  /** Returns when the call can go, if nobody else spends. */
  freeAtMs({ purpose }: RatedCall, cost: number, nowMs: number): number {
    return this.#log.freeAtMs(this.#plan(purpose, cost), nowMs);
  }

  /** True when the call fits in the reserve of its purpose: then it takes nobody else's room. */
  isKeptFor({ purpose }: RatedCall, cost: number, nowMs: number): boolean {
    const spent = this.#log.spent(nowMs)[callPurposes.indexOf(purpose)] ?? 0;
    return spent + cost <= this.#reserveOf(purpose);
  }

  /**
   * Returns the minimum wait of the call, when others of its purpose with the cost `ahead` go
   * before it; more urgent calls may add to that.
   */
  waitMs(spend: { call: RatedCall; cost: number; ahead: number }, nowMs: number): number {
    const { purpose } = spend.call;
    const ceiling = this.#ceiling(purpose);
    const needed = spend.ahead + spend.cost;
    // A cost that does not fit in one window fills whole ones first.
    const wholeWindows = Math.ceil(needed / ceiling) - 1;
    const rest = needed - wholeWindows * ceiling;
    const restMs = this.#log.freeAtMs(this.#plan(purpose, rest), nowMs) - nowMs;
    return wholeWindows * this.#log.holdMs + restMs;
  }

  /**
   * The exchange counted more than we did: others use the same address or key. The difference
   * counts as spent now, as its time is not known.
   */
  correct(used: number, nowMs: number): void {
    const missing = used - (this.window.booksShare ?? 0) - this.#used(nowMs);
    if (Number.isFinite(missing) && missing > 0) this.#log.spend(others, missing, nowMs);
  }

  #used(nowMs: number): number {
    return this.#log.spent(nowMs).reduce((sum, own) => sum + own, 0);
  }

  #plan(purpose: CallPurpose, cost: number): PlannedSpend {
    const own = callPurposes.indexOf(purpose);
    const kept = this.#reserves.map((reserve, other) => (other === own ? 0 : reserve));
    const headroom = purpose === 'history' ? this.#headroom : 0;
    return { cost, capacity: this.#capacity - headroom, kept };
  }

  #reserveOf(purpose: CallPurpose): number {
    return this.#reserves[callPurposes.indexOf(purpose)] ?? 0;
  }

  /** Returns the most that the purpose can spend, when nobody else spends. */
  #ceiling(purpose: CallPurpose): number {
    const { capacity, kept } = this.#plan(purpose, 0);
    return kept.reduce((left, each) => left - each, capacity);
  }

  #mustHaveRoom(): void {
    for (const kind of callKinds) {
      const cost = this.window.cost({ kind });
      const isPossible = purposesOf(kind).every((purpose) => cost <= this.#ceiling(purpose));
      const { name } = this.window;
      assert(isPossible, `the window ${name} has room for one ${kind} beside its reserves`);
    }
  }
}

/** Returns the purposes that calls of a kind may have; a read may have any purpose. */
function purposesOf(kind: CallKind): readonly CallPurpose[] {
  return kind === 'cancel' || kind === 'order' ? [kind] : callPurposes;
}

/** Everything that is counted for one address or one credential. */
export interface RateBudget {
  readonly meters: readonly RateMeter[];
  readonly ban: VenueBan;
}

export function createRateBudget(windows: readonly RateWindow[], before?: SpentBefore): RateBudget {
  return { meters: windows.map((window) => new RateMeter(window, before)), ban: new VenueBan() };
}
