import type { Exchange } from './exchange/exchange.ts';
import type { Traits } from './exchange/traits.ts';
import type { Holding } from './faults/holding.ts';
import type { Injector } from './faults/injector.ts';
import type { Troubles } from './faults/troubles.ts';
import type { Fault, Faults } from './http/faults.ts';
import type { Answer, RawRequest } from './http/request.ts';
import type { RequestLog } from './http/requestLog.ts';
import type { Place } from './places.ts';
import type { Connect, Streams } from './ws/sockets.ts';

export type ExchangeError = Extract<Fault, { kind: 'exchangeError' }>;

/** What a folder of an exchange gives: its traits, and its language over HTTP and WebSocket. */
export interface Protocol {
  readonly hosts: readonly string[];
  /** Names of headers, in lower case, that carry credentials. */
  readonly secretHeaders: readonly string[];
  readonly traits: Traits;
  /** How it answers whom it does not serve; what stands in front of it does where one is absent. */
  readonly troubles?: Partial<Troubles>;
  /** Whether a request changes something; all but GET where this is absent. */
  changes?(request: RawRequest): boolean;
  /** Makes what answers its requests in front of an exchange, at its main house or elsewhere. */
  open(exchange: Exchange, others: Others, place?: Place): Speaker;
  /** The name of the key that a request shows; absent where places are not told apart by it. */
  keyOf?(request: RawRequest): string | undefined;
  /** Its words to a key that belongs to another of its places. */
  refuseStranger?(here: Place | undefined, home: Place | undefined): Answer;
}

/** The other exchanges by name, for a company that has several. */
export type Others = (venue: string) => Exchange;

/** Answers the requests to one exchange, at once. */
export interface Speaker {
  answer(request: RawRequest): Answer;
  /** Takes a client's stream; absent where no stream is simulated. */
  readonly connect?: Connect;
  /** One of its errors, in its own shape. */
  errorAnswer(error: ExchangeError, request: RawRequest): Answer;
}

/** An exchange with its language, its faults and what was asked of it. */
export interface Venue extends Speaker {
  readonly exchange: Exchange;
  /** Planned one by one. */
  readonly faults: Faults;
  /** By chance, or by a script. */
  readonly injector: Injector;
  /** Answers that are late. */
  readonly holding: Holding;
  readonly streams: Streams;
  readonly log: RequestLog;
}
