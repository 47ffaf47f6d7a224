import type { Clock } from '../../../../kit/clock.ts';
import type { Random } from '../../../../kit/random.ts';
import { placeKey, type VenuePlace } from '../../../model/venuePlace.ts';
import type { PublicRates } from '../../ratesPort.ts';
import { type Asked, createCalls } from './calls.ts';
import { candlesWithin } from './markMinutes.ts';
import type { RatesDialect } from './perpsDialect.ts';

/** The class that knows the venue's perpetuals, with a client that has no key. */
export interface PublicSpeaker extends Asked {
  readonly rates: RatesDialect;
}

interface RatesDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** Undefined where the venue has no perpetuals. */
  readonly speakerOf: (place: VenuePlace) => PublicSpeaker | undefined;
}

export function createPublicRates({ clock, random, speakerOf }: RatesDeps): PublicRates {
  // They are for reports and for paper accounts: live ones ask with sessions of their own.
  const calls = createCalls({ clock, random }, { purpose: 'history' });
  // At most one for each place there is.
  const speakers = new Map<string, PublicSpeaker | undefined>();
  const speakerIn = (place: VenuePlace): PublicSpeaker | undefined => {
    const key = placeKey(place);
    if (!speakers.has(key)) speakers.set(key, speakerOf(place));
    return speakers.get(key);
  };
  return {
    async fundingRate(place, market, signal) {
      const speaker = speakerIn(place);
      if (!speaker) return undefined;
      const { fundingRate } = speaker.rates;
      return calls.readAt(speaker, signal, (client) => fundingRate({ client, clock }, market));
    },
    async markCandles(place, query, signal) {
      const speaker = speakerIn(place);
      const markCandles = speaker?.rates.markCandles;
      if (!markCandles) return undefined;
      const made = await calls.readAt(speaker, signal, (client) =>
        markCandles({ client, clock }, query),
      );
      return candlesWithin(made, query);
    },
  };
}
