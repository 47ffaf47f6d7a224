import type { Clock } from '../../../kit/clock.ts';
import { MarketSourceError } from '../marketPort.ts';
import {
  type Connection,
  type ConnectionEvents,
  type FeedTransport,
  TransportError,
} from '../transportPort.ts';
import { NotThereError, type TradeSend } from './live/tradeHttp.ts';
import type { HttpSend } from './marketHttp.ts';
import { addressIn, missingText, type PlaceHosts } from './placeHosts.ts';

// These functions lead a venue's requests and connections to one of its places. Adapters use
// production's addresses throughout, and so keep what they and ccxt derive from them: which table
// of errors holds, what a call costs.

export function tradeSendIn(hosts: PlaceHosts, send: TradeSend): TradeSend {
  if (!hosts.addresses) return send;
  return async (request, signal, leaving) => {
    const url = addressIn(hosts, request.url);
    if (url === undefined) throw new NotThereError(missingText(request.url));
    const headers = { ...request.headers, ...hosts.headers };
    return send({ ...request, url, headers }, signal, leaving);
  };
}

export function httpSendIn(hosts: PlaceHosts, send: HttpSend): HttpSend {
  if (!hosts.addresses) return send;
  return async (request, signal) => {
    const url = addressIn(hosts, request.url);
    if (url === undefined) throw new MarketSourceError(missingText(request.url));
    return send({ ...request, url, headers: hosts.headers }, signal);
  };
}

type Connect = (url: string, events: ConnectionEvents) => Connection;

export function connectIn(hosts: PlaceHosts, connect: Connect, clock: Clock): Connect {
  if (!hosts.addresses) return connect;
  return (url, events) => {
    const there = addressIn(hosts, url);
    if (there !== undefined) return connect(there, events);
    // Closed as a failing connection would be: reported once, and not before the caller has it.
    const cancel = clock.schedule(0, () => events.closed(missingText(url)));
    return { send: () => undefined, close: cancel };
  };
}

export function transportIn(
  hosts: PlaceHosts,
  transport: FeedTransport,
  clock: Clock,
): FeedTransport {
  if (!hosts.addresses) return transport;
  return {
    isRecording: transport.isRecording,
    connect: connectIn(hosts, (url, events) => transport.connect(url, events), clock),
    async get(url, signal) {
      const there = addressIn(hosts, url);
      if (there === undefined) throw new TransportError(missingText(url));
      return transport.get(there, signal, hosts.headers);
    },
  };
}
