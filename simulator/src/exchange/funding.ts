import type { Core } from './core.ts';
import type { Market } from './market.ts';

/** The funding of a perpetual as it is published: decimal text, a share of the notional. */
export interface FundingAsked {
  readonly rate?: string;
  readonly nextRate?: string;
  readonly intervalHours?: number;
}

/** Published funding of a perpetual. Rates are in 10^-18, for one window. */
export interface PublishedFunding {
  readonly rate: bigint;
  /** Estimate for the next window; undefined when the exchange publishes none. */
  readonly nextRate: bigint | undefined;
  readonly intervalMs: number;
  /** End of the current window, by the exchange's clock. */
  readonly nextAt: number;
}

export interface FundingTerms {
  readonly rate?: bigint;
  readonly nextRate?: bigint;
  readonly intervalHours?: number;
}

/** Funding of perpetuals: published, and paid on command. */
export interface Fundings {
  set(market: Market, terms: FundingTerms): void;
  of(market: Market): PublishedFunding;
  /** Pays the current window now, at the mark. Throws without a mark. */
  pay(market: Market): void;
}

const hourMs = 3_600_000;
/** The usual window of most exchanges. */
const intervalHoursDefault = 8;
/** One hundredth of a percent: what exchanges charge when nothing pulls the rate either way. */
const rateDefault = 10n ** 14n;

export function createFundings({ engine, now, follow }: Core): Fundings {
  const terms = new Map<string, FundingTerms>();
  const of = ({ name }: Market): PublishedFunding => {
    const own = terms.get(name);
    const { rate = rateDefault, nextRate, intervalHours = intervalHoursDefault } = own ?? {};
    const intervalMs = intervalHours * hourMs;
    const nextAt = (Math.floor(now() / intervalMs) + 1) * intervalMs;
    return { rate, nextRate, intervalMs, nextAt };
  };
  return {
    of,
    set: ({ name }, changed) => {
      terms.set(name, { ...terms.get(name), ...changed });
    },
    pay(market) {
      const command = { type: 'funding', symbol: market.name, rate: of(market).rate } as const;
      const events = engine.apply({ ...command, at: now(), fundedAt: now() });
      const refused = events.find((event) => event.type === 'refused');
      if (refused?.type === 'refused') throw new RangeError(`${market.name}: ${refused.text}`);
      follow(events);
    },
  };
}
