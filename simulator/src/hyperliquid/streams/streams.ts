import type { Exchange } from '../../exchange/exchange.ts';
import { jsonAnswer } from '../../http/request.ts';
import { type BookTopics, createBookTopics } from '../../ws/bookTopics.ts';
import type { Connect } from '../../ws/sockets.ts';
import { userFills } from '../fillInfo.ts';
import { type Fields, readAddress, readBody, readFields, readWord } from '../reading.ts';
import { Malformed, NotSimulated } from '../refusals.ts';
import { createBookFrameEncoder, marketOf, readBook } from './books.ts';
import { type Hearing, toHearing } from './hearing.ts';
import { nameOf, tellUsers, userTypes } from './userNews.ts';

/** Streams of books and of accounts, at one address. */
export function createStreams(exchange: Exchange): Connect {
  const hearings = new Set<Hearing>();
  const books = createBookTopics(exchange);
  tellUsers(exchange, hearings);
  let opened = 0;
  return ({ path }, line) => {
    if (path !== '/ws') return jsonAnswer(404, { error: `No stream at ${path}` });
    opened += 1;
    const hearing = toHearing(exchange, `stream ${opened}`, line);
    hearings.add(hearing);
    return {
      message(text) {
        exchange.passTime();
        answer({ exchange, books, hearing }, text);
      },
      closed() {
        hearings.delete(hearing);
        books.leave(hearing);
      },
    };
  };
}

interface Asking {
  readonly exchange: Exchange;
  readonly books: BookTopics;
  readonly hearing: Hearing;
}

function answer(asking: Asking, text: string): void {
  const { hearing } = asking;
  try {
    const asked = readBody(text);
    const method = readWord(asked.method, ['ping', 'subscribe', 'unsubscribe']);
    if (method === 'ping') {
      hearing.say('pong');
      return;
    }
    const subscription = readFields(asked.subscription);
    const about = { isOn: method === 'subscribe', subscription };
    if (subscription.type === 'l2Book') followBook(asking, about);
    else followUser(asking, about);
  } catch (error) {
    if (error instanceof NotSimulated) {
      hearing.say('error', `The simulator does not know ${error.message}: ${text}`);
      return;
    }
    if (!(error instanceof Malformed)) throw error;
    hearing.say('error', `Error parsing JSON into valid websocket request: ${text}`);
  }
}

interface Asked {
  readonly isOn: boolean;
  readonly subscription: Fields;
}

/** Confirms a change of subscriptions; answers with an error when it changes nothing. */
function confirmed(hearing: Hearing, { isOn, subscription }: Asked, wasOn: boolean): boolean {
  if (wasOn === isOn) {
    const already = isOn ? 'Already subscribed' : 'Already unsubscribed';
    hearing.say('error', `${already}: ${JSON.stringify(subscription)}`);
    return false;
  }
  const method = isOn ? 'subscribe' : 'unsubscribe';
  hearing.say('subscriptionResponse', { method, subscription });
  return true;
}

function followBook({ exchange, books, hearing }: Asking, asked: Asked): void {
  const subscription = readBook(asked.subscription);
  const market = marketOf(exchange, subscription);
  if (!market) {
    // The exchange sends no message and cuts the connection with all its subscriptions.
    hearing.cut();
    return;
  }
  const name = `l2Book ${market.id}`;
  const meant = { isOn: asked.isOn, subscription: { ...subscription } };
  if (!confirmed(hearing, meant, books.has(hearing, name))) return;
  if (!asked.isOn) books.remove(hearing, name);
  else books.add(hearing, { name, market, open: () => createBookFrameEncoder(exchange, market) });
}

function followUser({ exchange, hearing }: Asking, asked: Asked): void {
  const { type, user: whose } = asked.subscription;
  const meant = { type: readWord(type, userTypes), user: readAddress(whose) };
  const { subscriptions } = hearing;
  const name = nameOf(meant);
  if (!confirmed(hearing, asked, subscriptions.has(name))) return;
  if (!asked.isOn) {
    subscriptions.delete(name);
    return;
  }
  subscriptions.add(name);
  if (meant.type !== 'userFills') return;
  const { user } = meant;
  hearing.say('userFills', { isSnapshot: true, user, fills: userFills(exchange, { user }) });
}
