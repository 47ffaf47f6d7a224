import { createExchange, type Exchange } from './exchange/exchange.ts';
import { createHolding } from './faults/holding.ts';
import { createInjector, type Injector } from './faults/injector.ts';
import { usualOutageAnswers } from './faults/outageAnswers.ts';
import type { StrikeLog } from './faults/strikes.ts';
import { createFaults } from './http/faults.ts';
import type { Answer, RawRequest } from './http/request.ts';
import { createRequestLog } from './http/requestLog.ts';
import type { Schedule } from './http/server.ts';
import type { Place } from './places.ts';
import type { Others, Protocol, Venue } from './venue.ts';
import { createStreams, type Streams } from './ws/sockets.ts';

export interface Opening {
  readonly name: string;
  readonly protocol: Protocol;
  readonly now: () => number;
  readonly schedule: Schedule;
  readonly strikes: StrikeLog;
  readonly others: Others;
  /** Undefined for the exchange's main place. */
  readonly place?: Place | undefined;
  /** Returns the same exchange's places. */
  readonly siblings: () => readonly Sibling[];
}

export interface Sibling {
  readonly place: Place | undefined;
  readonly exchange: Exchange;
}

/** Puts a protocol in front of an exchange, with all the faults that may strike between the two. */
export function openVenue(opening: Opening): Venue {
  const { name, protocol, now, schedule, strikes, others, place } = opening;
  const { traits, changes = isNoGet } = protocol;
  const exchange = createExchange(traits, now);
  const handler = protocol.open(exchange, others, place);
  const holding = createHolding(schedule);
  const injector: Injector = createInjector({
    venue: name,
    now,
    schedule,
    holding,
    log: strikes,
    target: { exchange, traits, cutStreams: () => streams.fail({ kind: 'drop' }) },
    refusing: { changes, troubles: { ...usualOutageAnswers, ...protocol.troubles } },
  });
  const streams: Streams = createStreams(injector.streams);
  return {
    exchange,
    injector,
    holding,
    streams,
    faults: createFaults(),
    ...(handler.connect && { connect: handler.connect }),
    log: createRequestLog(protocol.secretHeaders),
    answer(request) {
      exchange.passTime();
      const refused = strangerRefused(opening, exchange, request);
      if (refused) return refused;
      return injector.during(request, () => handler.answer(request));
    },
    errorAnswer: (error, request) => handler.errorAnswer(error, request),
  };
}

/** Returns the refusal of a key that only another place of the exchange knows. */
function strangerRefused(
  { protocol, place, siblings }: Opening,
  { accounts }: Exchange,
  request: RawRequest,
): Answer | undefined {
  const key = protocol.keyOf?.(request);
  if (key === undefined || accounts.find(key)) return undefined;
  const home = siblings().find(({ exchange }) => exchange.accounts.find(key) !== undefined);
  return home && protocol.refuseStranger?.(place, home.place);
}

function isNoGet({ method }: RawRequest): boolean {
  return method !== 'GET';
}
