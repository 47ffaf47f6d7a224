import type { Clock } from '../../kit/clock.ts';
import { errorText } from '../../kit/errors.ts';
import type { Logger } from '../../kit/logger.ts';
import type { QuotePrices } from '../pricing/types.ts';

/** Keeps the prices of displayed rows fresh. */
export interface PriceAsker {
  /** Requests the prices that were not requested within a minute; resolves when they came. */
  ask(rows: Iterable<{ readonly base: string; readonly quote: string }>): Promise<void>;
}

interface PriceAskerDeps {
  readonly prices: QuotePrices;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when new prices may have come. */
  readonly onChange: () => void;
}

/** Trading §4.7: price and 24h change from the provider, 60 seconds; also after a failure. */
const askEveryMs = 60_000;

/** The prices requested in one quote currency. */
interface Quoted {
  /** Time of the last request by base, monotonic ms; at most as many as listed symbols. */
  readonly askedAtMs: Map<string, number>;
  flight: Promise<void> | undefined;
}

export function createPriceAsker({ prices, clock, logger, onChange }: PriceAskerDeps): PriceAsker {
  const byQuote = new Map<string, Quoted>();

  const quotedOf = (quote: string): Quoted => {
    let quoted = byQuote.get(quote);
    if (!quoted) {
      quoted = { askedAtMs: new Map(), flight: undefined };
      byQuote.set(quote, quoted);
    }
    return quoted;
  };

  /** One call at a time per quote currency: bases that come meanwhile wait for the next request. */
  const start = (quote: string, quoted: Quoted, bases: readonly string[]): void => {
    const nowMs = clock.monotonic();
    for (const base of bases) quoted.askedAtMs.set(base, nowMs);
    quoted.flight = prices.refresh(quote, bases).then(
      () => {
        quoted.flight = undefined;
        onChange();
      },
      (error: unknown) => {
        quoted.flight = undefined;
        logger.warn({ quote, error: errorText(error) }, 'prices not refreshed');
      },
    );
  };

  return {
    async ask(rows) {
      const nowMs = clock.monotonic();
      const due = new Map<Quoted, { readonly quote: string; readonly bases: Set<string> }>();
      const flights = new Set<Promise<void>>();
      for (const { base, quote } of rows) {
        const quoted = quotedOf(quote);
        if (quoted.flight) {
          flights.add(quoted.flight);
          continue;
        }
        const askedAtMs = quoted.askedAtMs.get(base);
        if (askedAtMs !== undefined && nowMs - askedAtMs < askEveryMs) continue;
        const wanted = due.get(quoted);
        if (wanted) wanted.bases.add(base);
        else due.set(quoted, { quote, bases: new Set([base]) });
      }
      for (const [quoted, { quote, bases }] of due) {
        start(quote, quoted, [...bases]);
        if (quoted.flight) flights.add(quoted.flight);
      }
      await Promise.all(flights);
    },
  };
}
