import type { RawRequest } from './request.ts';

/** How a request fails. */
export type Fault =
  | { readonly kind: 'neverAnswers' }
  /** With `before` the exchange sees it late as well, with `after` only the answer is late. */
  | { readonly kind: 'answersLate'; readonly ms: number }
  | { readonly kind: 'resetsBeforeHeaders' }
  | { readonly kind: 'resetsInBody' }
  | { readonly kind: 'stallsInBody' }
  | {
      readonly kind: 'answers';
      readonly status: number;
      readonly body: string;
      /** HTML when absent, as what stands in front of an exchange answers. */
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** One of the exchange's own errors, in its own shape. */
  | {
      readonly kind: 'exchangeError';
      readonly code: number | string;
      readonly message?: string;
      readonly status?: number;
    };

export interface FaultPlan {
  readonly match: (request: RawRequest) => boolean;
  /** How many requests it meets; then it is spent. */
  readonly times: number;
  /** `before`: the exchange never sees the request. `after`: only the answer of it fails. */
  readonly when: 'before' | 'after';
  readonly how: Fault;
}

export interface Faults {
  add(plan: FaultPlan): void;
  /** The oldest plan that the request meets, which is used up by one. */
  take(request: RawRequest): FaultPlan | undefined;
}

/** Nobody plans more by hand; more would be a loop that forgot its faults. */
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
