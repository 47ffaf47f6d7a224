import type { CallPurpose } from '../../../model/callPurpose.ts';
import type { RatedCall } from './governorRules.ts';
import type { RateMeter } from './rateBudget.ts';

/** The cost of a call in one window. */
export interface Spend {
  readonly meter: RateMeter;
  readonly cost: number;
}

interface Claiming {
  readonly call: RatedCall;
  readonly spends: readonly Spend[];
}

/**
 * Meters that a call waits for: a later call must not take their room away. A call of another
 * purpose may use what is reserved for that purpose alone, which is of no use to the waiting call;
 * within a purpose the order of arrival holds.
 */
export class Claims {
  readonly #nowMs: number;
  readonly #claimed = new Map<RateMeter, Set<CallPurpose>>();

  constructor(nowMs: number) {
    this.#nowMs = nowMs;
  }

  add({ call, spends }: Claiming): void {
    for (const { meter, cost } of spends) {
      if (meter.freeAtMs(call, cost, this.#nowMs) <= this.#nowMs) continue;
      const purposes = this.#claimed.get(meter) ?? new Set();
      this.#claimed.set(meter, purposes.add(call.purpose));
    }
  }

  isHeldBack({ call, spends }: Claiming): boolean {
    return spends.some(({ meter, cost }) => {
      const purposes = this.#claimed.get(meter);
      if (!purposes) return false;
      return purposes.has(call.purpose) || !meter.isKeptFor(call, cost, this.#nowMs);
    });
  }
}
