import type { Exchange } from '../../exchange/exchange.ts';
import type { Account } from '../../exchange/records.ts';
import { objectIn } from '../../ws/objectIn.ts';
import { isSigned } from '../signature.ts';
import { type Topic, topics } from './events.ts';

/** Fields of a client's message over a private connection. */
export interface StreamRequest {
  readonly req_id?: unknown;
  readonly op?: unknown;
  readonly args?: unknown;
}

export interface StreamReply {
  readonly said: object;
  /** Account of the connection after a successful login. */
  readonly loggedIn?: Account;
  readonly subscribed?: readonly Topic[];
}

/** Reads a message; text that is not JSON has no fields. */
export function readRequest(text: string): StreamRequest {
  return objectIn(text) ?? {};
}

export function answerRequest(
  exchange: Exchange,
  asked: StreamRequest,
  isLoggedIn: boolean,
): StreamReply {
  const { op, req_id } = asked;
  const named = req_id === undefined ? {} : { req_id };
  const args = Array.isArray(asked.args) ? asked.args : [];
  const refused = (why: string): StreamReply => ({
    said: { success: false, ret_msg: why, ...named, op },
  });
  switch (op) {
    case 'ping':
      return { said: { ...named, op: 'pong', args: [String(exchange.now())] } };
    case 'auth': {
      const loggedIn = accountOf(exchange, args);
      if (!loggedIn) return refused('Params Error');
      return { said: { success: true, ret_msg: '', ...named, op }, loggedIn };
    }
    case 'subscribe': {
      if (!isLoggedIn) return refused('Request not authorized');
      const subscribed = topics.filter((topic) => args.includes(topic));
      const unknown = args.find((topic) => !topics.some((known) => known === topic));
      if (unknown !== undefined) return refused(`error:handler not found,topic:${unknown}`);
      return { said: { success: true, ret_msg: 'subscribe', ...named, op }, subscribed };
    }
    default:
      return refused('error:invalid op');
  }
}

/** Returns the account that signed for a future time; undefined when anything is wrong. */
function accountOf(exchange: Exchange, args: readonly unknown[]): Account | undefined {
  const [key, expires, sign] = args.map(String);
  if (key === undefined || expires === undefined || sign === undefined) return undefined;
  const account = exchange.accounts.find(key);
  if (!account || !(Number(expires) > exchange.now())) return undefined;
  return isSigned(`GET/realtime${expires}`, account.secret, sign) ? account : undefined;
}
