import type { FundingAsked } from '../exchange/funding.ts';
import type { Chance } from './chance.ts';
import { createDrift } from './pricePath.ts';

/** The rules of an exchange for the funding of its perpetuals. */
export interface FundingPlan {
  readonly intervalHours: number;
  /** True when it fixes a window's rate at the start and publishes an estimate of the next one. */
  readonly publishesNext: boolean;
}

/** The funding work that is due for a perpetual. */
export interface FundingDue {
  /** True when a window has ended, which is then paid at its published rate. */
  readonly pays: boolean;
  readonly publish: FundingAsked | undefined;
}

export interface FundingClock {
  at(nowMs: number): FundingDue;
}

const hourMs = 3_600_000;
/** Estimates are published once a minute. */
const publishMs = 60_000;
/**
 * One hundredth of a percent for eight hours: what is charged when nothing pulls the rate either
 * way.
 */
const baseRate = 0.0001;
const baseHours = 8;
/** Maximum distance of a rate from it, in either direction, for eight hours. */
export const rateDriftMax = 0.0003;
const rateDecimals = 8;

export function createFundingClock(plan: FundingPlan, chance: Chance): FundingClock {
  const { intervalHours, publishesNext } = plan;
  const share = intervalHours / baseHours;
  const drift = createDrift(rateDriftMax, chance);
  let window: number | undefined;
  let minute: number | undefined;
  let rate = '0';
  let nextRate = '0';
  return {
    at(nowMs) {
      const [windowNow, minuteNow] = [intervalHours * hourMs, publishMs].map((ms) =>
        Math.floor(nowMs / ms),
      );
      // Windows that passed while the machine slept count as one, as nobody could trade in them.
      const pays = window !== undefined && windowNow !== window;
      const isFirst = window === undefined;
      const isDue = minuteNow !== minute || pays;
      window = windowNow;
      minute = minuteNow;
      if (!isDue) return { pays, publish: undefined };
      const estimate = ((baseRate + drift.advance(publishMs)) * share).toFixed(rateDecimals);
      if (!publishesNext || isFirst) rate = estimate;
      else if (pays) rate = nextRate;
      nextRate = estimate;
      const publish = { rate, intervalHours, ...(publishesNext && { nextRate }) };
      return { pays, publish };
    },
  };
}
