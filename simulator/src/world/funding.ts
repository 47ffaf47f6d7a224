import type { FundingAsked } from '../simulator.ts';
import type { Chance } from './chance.ts';
import { createDrift } from './pricePath.ts';

/** How an exchange does the funding of its perpetuals. */
export interface FundingPlan {
  readonly intervalHours: number;
  /** It fixes the rate of a window at its begin, and tells what the next will be. */
  readonly publishesNext: boolean;
}

/** What is to be done about a perpetual's funding. */
export interface FundingDue {
  /** A window has ended: it is paid, by what was published of it. */
  readonly pays: boolean;
  readonly publish: FundingAsked | undefined;
}

export interface FundingClock {
  at(nowMs: number): FundingDue;
}

const hourMs = 3_600_000;
/** Estimates are published once a minute. */
const publishMs = 60_000;
/** One hundredth of a percent for eight hours: what is charged when nothing pulls either way. */
const baseRate = 0.0001;
const baseHours = 8;
/** How far a rate goes from there, in either direction, for eight hours. */
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
      // Windows that passed while the machine slept are one: nobody was there to trade in them.
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
