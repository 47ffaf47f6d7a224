import type { Clock } from '../../../../kit/clock.ts';
import { createMemory } from '../../../../kit/memory.ts';
import type { Random } from '../../../../kit/random.ts';
import { placeKey, type VenuePlace } from '../../../model/venuePlace.ts';
import type { PerpsSession } from '../../perpsPort.ts';
import type { PublicRates } from '../../ratesPort.ts';
import { createLine } from './line.ts';
import { perpsOf } from './perpsSession.ts';
import type { Speaker } from './speaker.ts';

interface RatesDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** The class that knows the venue's perpetuals, without credentials. */
  readonly speakerOf: (place: VenuePlace) => Speaker | undefined;
}

export function createPublicRates({ clock, random, speakerOf }: RatesDeps): PublicRates {
  const sessions = new Map<string, PerpsSession>();
  const open = (place: VenuePlace): PerpsSession => {
    const speaker = speakerOf(place);
    if (!speaker) return {};
    const speakers = [speaker];
    const events = { order: () => undefined, fill: () => undefined };
    const marginModes = { get: async () => undefined, set: async () => undefined };
    const links = createMemory<never>(1);
    const deps = { clock, random, speakers, events, links, marginModes };
    // They are for reports and for paper accounts: live ones ask with sessions of their own.
    const line = createLine(deps, { purpose: 'history' });
    return perpsOf(speakers, line);
  };
  const sessionOf = (place: VenuePlace): PerpsSession => {
    const key = placeKey(place);
    const session = sessions.get(key) ?? open(place);
    sessions.set(key, session);
    return session;
  };
  return {
    fundingRate: async (place, market, signal) => sessionOf(place).fundingRate?.(market, signal),
    markCandles: async (place, query, signal) => sessionOf(place).markCandles?.(query, signal),
  };
}
