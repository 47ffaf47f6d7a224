import type { Exchange } from './exchange/exchange.ts';
import type { Traits } from './exchange/traits.ts';
import type { Holding } from './faults/holding.ts';
import type { Injector } from './faults/injector.ts';
import type { OutageAnswers } from './faults/outageAnswers.ts';
import type { Fault, Faults } from './http/faults.ts';
import type { Answer, RawRequest } from './http/request.ts';
import type { RequestLog } from './http/requestLog.ts';
import type { Place } from './places.ts';
import type { Connect, Streams } from './ws/sockets.ts';

export type ExchangeError = Extract<Fault, { kind: 'exchangeError' }>;

/** The parts of an exchange's folder: its traits, and its protocol over HTTP and WebSocket. */
export interface Protocol {
  readonly hosts: readonly string[];
  /** Names of headers, in lower case, that carry credentials. */
  readonly secretHeaders: readonly string[];
  readonly traits: Traits;
  /** Answers to clients that it does not serve; the usual ones of a server in front when absent. */
  readonly troubles?: Partial<OutageAnswers>;
  /** Returns whether a request changes something; when absent, all but GET do. */
  changes?(request: RawRequest): boolean;
  /** Makes the handler that answers requests for an exchange, at its main place or another. */
  open(exchange: Exchange, others: Others, place?: Place): RequestHandler;
  /** Returns the key in a request; absent when the exchange does not tell places apart by keys. */
  keyOf?(request: RawRequest): string | undefined;
  /** Returns the refusal of a key that belongs to another place. */
  refuseStranger?(here: Place | undefined, home: Place | undefined): Answer;
}

/** Returns another exchange by name, for a company that has several. */
export type Others = (venue: string) => Exchange;

/** Answers the requests to one exchange, synchronously. */
export interface RequestHandler {
  answer(request: RawRequest): Answer;
  /** Takes a client's stream; absent when no stream is simulated. */
  readonly connect?: Connect;
  /** Returns an error of the exchange in its own form. */
  errorAnswer(error: ExchangeError, request: RawRequest): Answer;
}

/** An exchange with its protocol, its faults and its log of requests. */
export interface Venue extends RequestHandler {
  readonly exchange: Exchange;
  /** Faults that were planned one by one. */
  readonly faults: Faults;
  /** Faults by chance or by a script. */
  readonly injector: Injector;
  /** Late answers. */
  readonly holding: Holding;
  readonly streams: Streams;
  readonly log: RequestLog;
}
