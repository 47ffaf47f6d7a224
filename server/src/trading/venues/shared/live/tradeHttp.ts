import { Agent, type Dispatcher, errors, request } from 'undici';
import { readBody } from '../../../../kit/readBody.ts';
import { detourTo } from '../detour.ts';

export interface TradeRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface TradeAnswer {
  readonly status: number;
  /** Header values by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Called in the turn in which the first byte is written: until then a connection may have taken
 * seconds. A `NotSentError` that it throws keeps the request from leaving.
 */
export type Leaving = () => void;

/** Sends one request once. Rejects with `NotSentError` or `NoAnswerError`. */
export type TradeSend = (
  request: TradeRequest,
  signal: AbortSignal,
  leaving?: Leaving,
) => Promise<TradeAnswer>;

/** No connection came about, so the venue has seen nothing of the request. */
export class NotSentError extends Error {
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.name = 'NotSentError';
  }
}

/** The account's place has nothing that corresponds to the request: no retry helps. */
export class NotThereError extends NotSentError {
  constructor(message: string) {
    super(message);
    this.name = 'NotThereError';
  }
}

/** The order was withdrawn, or was too old, before it left: it must not be sent again. */
export class WithdrawnError extends NotSentError {
  constructor() {
    super('The order was cancelled or too old before it left.');
    this.name = 'WithdrawnError';
  }
}

/** The venue may have carried out the request; its answer was lost, late or cannot be read. */
export class NoAnswerError extends Error {
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.name = 'NoAnswerError';
  }
}

/** The venue answered, but has not reported all of an order yet: a moment later it has. */
export class IncompleteAnswerError extends NoAnswerError {}

const connectMsMax = 3_000;
/** Below the ten seconds after which a caller gives up, so that a silent venue has a name. */
const headersMsMax = 8_000;
const bodyMsMax = 8_000;
/** The longest list of markets is 15 MB; anything beyond is no answer to us. */
const bodyBytesMax = 48 * 1024 * 1024;
/** Kept open for the next order: a handshake costs three round trips. */
const keepAliveMs = 30_000;

/** Codes of failures before there is a connection. */
const connectCodes: ReadonlySet<string> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/**
 * Sends over the network, without redirects, retries, proxies or headers of anybody else.
 * @param simulator Where every connection goes instead, addresses unchanged; for tests.
 */
export function createTradeSend(simulator?: URL): TradeSend & { close(): Promise<void> } {
  const dispatcher = new Agent({
    connect: simulator ? detourTo(simulator).connect : { timeout: connectMsMax },
    headersTimeout: headersMsMax,
    bodyTimeout: bodyMsMax,
    keepAliveTimeout: keepAliveMs,
    pipelining: 1,
  });
  const send: TradeSend = async ({ url, method, headers, body }, signal, leaving) => {
    if (signal.aborted) throw new NotSentError('The call was abandoned before it was sent.');
    try {
      const answer = await request(url, {
        method,
        headers,
        signal,
        dispatcher: leaving ? dispatcher.compose(stoppedBy(leaving)) : dispatcher,
        body: body ?? null,
      });
      const text = await readBody(answer.body, { bytesMax: bodyBytesMax, signal });
      return { status: answer.statusCode, headers: flat(answer.headers), text };
    } catch (error) {
      throw toFailure(error);
    }
  };
  return Object.assign(send, { close: () => dispatcher.destroy() });
}

/** Calls `leaving` once the connection is open and nothing of the request is written yet. */
function stoppedBy(leaving: Leaving): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart(controller, context) {
        leaving();
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
      onResponseStart: (...given) => handler.onResponseStart?.(...given),
      onResponseData: (...given) => handler.onResponseData?.(...given),
      onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
      onResponseError: (...given) => handler.onResponseError?.(...given),
    });
}

function toFailure(error: unknown): NotSentError | NoAnswerError {
  if (error instanceof NotSentError) return error;
  const code = codeOf(error);
  const isSynchronous = code === 'ETIMEDOUT' && 'syscall' in Object(error);
  const isConnect = isSynchronous && Object(error).syscall === 'connect';
  if (isConnect || connectCodes.has(code)) {
    return new NotSentError(`No connection to the exchange came about (${code}).`, {
      cause: error,
    });
  }
  return new NoAnswerError(`The exchange did not answer${code && ` (${code})`}.`, {
    cause: error,
  });
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (error instanceof errors.HeadersTimeoutError) return 'no answer in time';
  if (error instanceof errors.BodyTimeoutError) return 'no full answer in time';
  const { code } = Object(error) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

function flat(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]),
  );
}
