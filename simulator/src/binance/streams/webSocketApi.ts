import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Account } from '../../exchange/records.ts';
import { objectIn } from '../../ws/objectIn.ts';
import { notSimulated, Refusal } from '../errors.ts';
import { readParameters } from '../parameters.ts';
import { accountOf, checkTime } from '../signature.ts';

/** Answer to a request over the spot socket. */
export interface SocketAnswer {
  readonly text: string;
  /** Account whose stream begins with this answer. */
  readonly subscribed: Account | undefined;
}

/** A connection has one account, so that its first subscription is its only one. */
const subscriptionId = 0;

/** Answers one request: `userDataStream.subscribe.signature`, or a ping. */
export function answerSocket(exchange: Exchange, message: string): SocketAnswer {
  const { id = null, method, params }: Asked = objectIn(message) ?? {};
  try {
    if (method === 'ping') return plain({ id, status: 200, result: {}, rateLimits: [] });
    if (method !== 'userDataStream.subscribe.signature') throw notSimulated(String(method));
    const subscribed = authenticate(exchange, params);
    const answer = { id, status: 200, result: { subscriptionId }, rateLimits: [] };
    return { ...plain(answer), subscribed };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message: msg, status } = error;
    return plain({ id, status, error: { code, msg }, rateLimits: [] });
  }
}

interface Asked {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
}

function plain(content: object): SocketAnswer {
  return { text: JSON.stringify(content), subscribed: undefined };
}

/** The signed text is the parameters in alphabetical order of their names. */
function authenticate(exchange: Exchange, params: unknown): Account {
  const sent = Object.entries(Object(params) as object).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const parameters = readParameters(sent);
  const account = accountOf(parameters.text('apiKey'), exchange);
  parameters.required('timestamp');
  const given = Buffer.from(parameters.required('signature'), 'hex');
  const signed = sent.filter(([name]) => name !== 'signature').sort(([a], [b]) => (a < b ? -1 : 1));
  const payload = signed.map((pair) => pair.join('=')).join('&');
  const expected = createHmac('sha256', account.secret).update(payload).digest();
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Refusal(-1022, 'Signature for this request is not valid.');
  }
  checkTime(parameters, exchange.now());
  return account;
}
