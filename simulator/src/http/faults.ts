import type { RawRequest } from './request.ts';

/** Kinds of failure of a request. */
export type Fault =
  | { readonly kind: 'neverAnswers' }
  /**
   * With `before` the exchange also sees the request late; with `after` only the answer is late.
   */
  | { readonly kind: 'answersLate'; readonly ms: number }
  | { readonly kind: 'resetsBeforeHeaders' }
  | { readonly kind: 'resetsInBody' }
  | { readonly kind: 'stallsInBody' }
  | {
      readonly kind: 'answers';
      readonly status: number;
      readonly body: string;
      /** HTML when absent, which servers in front of an exchange answer with. */
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** One of the exchange's own errors, in its own form. */
  | {
      readonly kind: 'exchangeError';
      readonly code: number | string;
      readonly message?: string;
      readonly status?: number;
    };

export interface FaultPlan {
  readonly match: (request: RawRequest) => boolean;
  /** Number of requests that the plan fails before it is used up. */
  readonly times: number;
  /** `before`: the exchange never sees the request. `after`: it does, and only the answer fails. */
  readonly when: 'before' | 'after';
  readonly how: Fault;
}

export interface Faults {
  add(plan: FaultPlan): void;
  /** Returns the oldest plan that matches the request, and uses it up by one. */
  take(request: RawRequest): FaultPlan | undefined;
}

/** More plans than anybody makes by hand: a loop that forgot its faults would make more. */
const plansMax = 1_000;

export function createFaults(): Faults {
  let plans: { readonly plan: FaultPlan; left: number }[] = [];
  return {
    add(plan) {
      if (!Number.isSafeInteger(plan.times) || plan.times < 1) {
        throw new RangeError(`times must be a whole number above 0, not ${plan.times}`);
      }
      if (plans.length >= plansMax) throw new RangeError(`More than ${plansMax} faults wait`);
      plans.push({ plan, left: plan.times });
    },
    take(request) {
      const met = plans.find(({ plan }) => plan.match(request));
      if (!met) return undefined;
      met.left -= 1;
      if (met.left === 0) plans = plans.filter((each) => each !== met);
      return met.plan;
    },
  };
}
