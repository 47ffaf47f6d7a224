import { timesTen } from '../exchange/amounts.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { Market } from '../exchange/market.ts';
import type { FilterName, Traits } from '../exchange/traits.ts';
import type { FaultEntry } from './entry.ts';
import type { Random } from './random.ts';

/** The exchange that a fault strikes. */
export interface Target {
  readonly exchange: Exchange;
  readonly traits: Traits;
  cutStreams(): void;
}

/** A fault that began: its market, and how to end it if it lasts. */
export interface Begun {
  readonly market?: string;
  readonly end?: () => void;
}

export interface ExchangeFault extends FaultEntry {
  readonly strikes: 'exchange';
  /**
   * Returns undefined when there is nothing to strike; absent for the fault that strikes cancels.
   */
  readonly begin?: (target: Target, random: Random) => Begun | undefined;
}

const strikes = 'exchange' as const;

export const exchangeFaults = {
  restart: {
    strikes,
    says: 'All streams are cut, and the sequences of all books begin anew.',
    begin({ exchange, cutStreams }) {
      exchange.restart();
      cutStreams();
      return {};
    },
  },
  clockSkew: {
    strikes,
    says: 'The clock of the exchange is three to eight seconds off for a while.',
    lasts: [10, 60],
    begin({ exchange }, random) {
      const [sign, ms] = [random.next() < 0.5 ? -1 : 1, random.between(3_000, 8_000)];
      exchange.drift(sign * Math.round(ms));
      return { end: () => exchange.drift(0) };
    },
  },
  filtersChanged: {
    strikes,
    says: 'The tick, the lot or the minimums of a market are ten times as large for a while.',
    lasts: [20, 120],
    begin: changeFilters,
  },
  maintenance: {
    strikes,
    says: 'For a while streams are cut and refused, and requests answered as in maintenance.',
    lasts: [10, 60],
    begin({ cutStreams }) {
      cutStreams();
      return {};
    },
  },
  cancelAgainstFill: {
    strikes,
    says: 'The market maker fills an order near the market just before its cancel arrives.',
  },
} as const satisfies Readonly<Record<string, ExchangeFault>>;

function changeFilters({ exchange, traits }: Target, random: Random): Begun | undefined {
  const market = random.pick(exchange.allMarkets());
  const filter = market && random.pick(published(market, traits));
  if (!market || !filter) return undefined;
  const { tick, lot, minQuantity, minNotional } = market.definition;
  const more = {
    tick: { tick: timesTen(tick) },
    lot: { lot: timesTen(lot) },
    minimum: { minQuantity: timesTen(minQuantity), minNotional: timesTen(minNotional) },
  };
  exchange.changeFilters(market.name, more[filter]);
  return {
    market: market.name,
    end: () => exchange.changeFilters(market.name, { tick, lot, minQuantity, minNotional }),
  };
}

/** Returns only published filters: clients cannot obey filters that they cannot know. */
function published({ definition }: Market, traits: Traits): readonly FilterName[] {
  const hidden = traits.unpublishedFilters?.(definition) ?? [];
  return (['tick', 'lot', 'minimum'] as const).filter((name) => !hidden.includes(name));
}
