import type { Clock } from '../../../../kit/clock.ts';
import { createMemory } from '../../../../kit/memory.ts';
import type { Random } from '../../../../kit/random.ts';
import type { VenueId } from '../../../model/venue.ts';
import type { PerpsSession } from '../../perpsPort.ts';
import type { PublicRates } from '../../ratesPort.ts';
import { createLine } from './line.ts';
import { perpsOf } from './perpsSession.ts';
import type { Speaker } from './speaker.ts';

interface RatesDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** The class that knows the venue's perpetuals, without credentials. */
  readonly speakerOf: (venue: VenueId) => Speaker | undefined;
}

export function createPublicRates({ clock, random, speakerOf }: RatesDeps): PublicRates {
  const sessions = new Map<VenueId, PerpsSession>();
  const open = (venue: VenueId): PerpsSession => {
    const speaker = speakerOf(venue);
    if (!speaker) return {};
    const speakers = [speaker];
    const events = { order: () => undefined, fill: () => undefined };
    const marginModes = { get: async () => undefined, set: async () => undefined };
    const links = createMemory<never>(1);
    const line = createLine({ clock, random, speakers, events, links, marginModes });
    return perpsOf(speakers, line);
  };
  const sessionOf = (venue: VenueId): PerpsSession => {
    const session = sessions.get(venue) ?? open(venue);
    sessions.set(venue, session);
    return session;
  };
  return {
    fundingRate: async (venue, market, signal) => sessionOf(venue).fundingRate?.(market, signal),
    markCandles: async (venue, query, signal) => sessionOf(venue).markCandles?.(query, signal),
  };
}
