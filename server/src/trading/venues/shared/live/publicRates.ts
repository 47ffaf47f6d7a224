import { createCache } from '../../../../kit/cache.ts';
import type { Clock } from '../../../../kit/clock.ts';
import type { Random } from '../../../../kit/random.ts';
import { placeKey, type VenuePlace } from '../../../model/venuePlace.ts';
import type { HeardMark, PublicRates } from '../../ratesPort.ts';
import { type CallTarget, createCalls } from './calls.ts';
import { candlesWithin } from './markMinutes.ts';
import type { RatesDialect } from './perpsDialect.ts';

/** The class that knows the venue's perpetuals, with a client that has no key. */
export interface PublicClient extends CallTarget {
  readonly rates: RatesDialect;
}

interface RatesDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** Returns undefined when the venue has no perpetuals. */
  readonly clientOf: (place: VenuePlace) => PublicClient | undefined;
}

/** Callers that ask at the same moment share an answer: one beat asks for the markets. */
const marksMs = 100;
/** Maximum number of markets, and types of markets, whose answers are shared at the same time. */
const answersMax = 1_000;

export function createPublicRates({ clock, random, clientOf }: RatesDeps): PublicRates {
  // The rates are for reports and for paper accounts: live accounts ask with their own sessions.
  const calls = createCalls({ clock, random }, { purpose: 'history' });
  // At most one per place.
  const dialectClients = new Map<string, PublicClient | undefined>();
  const speakerIn = (place: VenuePlace): PublicClient | undefined => {
    const key = placeKey(place);
    if (!dialectClients.has(key)) dialectClients.set(key, clientOf(place));
    return dialectClients.get(key);
  };
  const answers = createCache<readonly HeardMark[]>({
    clock,
    ttlMs: marksMs,
    sizeMax: answersMax,
  });
  return {
    async markPrice(place, market, signal) {
      const dialectClient = speakerIn(place);
      if (!dialectClient) return undefined;
      const { marks, tellsAllMarks = false } = dialectClient.rates;
      const about = tellsAllMarks ? market.marketType : market.symbol;
      const told = await answers.get(`${placeKey(place)} ${about}`, async () => {
        const made = await calls.readAt(dialectClient, signal, (client) =>
          marks({ client, clock }, market),
        );
        const heardMs = clock.now();
        return made.map((mark) => ({ ...mark, heardMs }));
      });
      return told.find(({ symbol }) => symbol === market.symbol);
    },
    async fundingRate(place, market, signal) {
      const dialectClient = speakerIn(place);
      if (!dialectClient) return undefined;
      const { fundingRate } = dialectClient.rates;
      return calls.readAt(dialectClient, signal, (client) =>
        fundingRate({ client, clock }, market),
      );
    },
    async markCandles(place, query, signal) {
      const dialectClient = speakerIn(place);
      const markCandles = dialectClient?.rates.markCandles;
      if (!markCandles) return undefined;
      const made = await calls.readAt(dialectClient, signal, (client) =>
        markCandles({ client, clock }, query),
      );
      return candlesWithin(made, query);
    },
  };
}
