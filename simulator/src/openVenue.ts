import { createExchange } from './exchange/exchange.ts';
import { createHolding } from './faults/holding.ts';
import { createInjector, type Injector } from './faults/injector.ts';
import type { StrikeLog } from './faults/strikes.ts';
import { usualTroubles } from './faults/troubles.ts';
import { createFaults } from './http/faults.ts';
import type { RawRequest } from './http/request.ts';
import { createRequestLog } from './http/requestLog.ts';
import type { Schedule } from './http/server.ts';
import type { Others, Protocol, Venue } from './venue.ts';
import { createStreams, type Streams } from './ws/sockets.ts';

export interface Opening {
  readonly name: string;
  readonly protocol: Protocol;
  readonly now: () => number;
  readonly schedule: Schedule;
  readonly strikes: StrikeLog;
  readonly others: Others;
}

/** Puts an exchange behind its language, with all that may go wrong between the two. */
export function openVenue({ name, protocol, now, schedule, strikes, others }: Opening): Venue {
  const { traits, changes = isNoGet } = protocol;
  const exchange = createExchange(traits, now);
  const speaker = protocol.open(exchange, others);
  const holding = createHolding(schedule);
  const injector: Injector = createInjector({
    ...{ venue: name, now, schedule, holding, log: strikes },
    target: { exchange, traits, cutStreams: () => streams.fail({ kind: 'drop' }) },
    refusing: { changes, troubles: { ...usualTroubles, ...protocol.troubles } },
  });
  const streams: Streams = createStreams(injector.streams);
  return {
    ...{ exchange, injector, holding, streams },
    faults: createFaults(),
    ...(speaker.connect && { connect: speaker.connect }),
    log: createRequestLog(protocol.secretHeaders),
    answer(request) {
      exchange.passTime();
      return injector.during(request, () => speaker.answer(request));
    },
    errorAnswer: (error, request) => speaker.errorAnswer(error, request),
  };
}

function isNoGet({ method }: RawRequest): boolean {
  return method !== 'GET';
}
