import type { Exchange } from '../exchange/exchange.ts';
import { isOpen, type OrderNews, type OrderRecord } from '../exchange/records.ts';
import { jsonAnswer } from '../http/request.ts';
import type { Connect, Line } from '../ws/sockets.ts';
import { fillsOf, userFills } from './fillInfo.ts';
import { updateOf } from './orderInfo.ts';
import { readAddress, readBody, readFields, readWord } from './reading.ts';
import { Malformed } from './refusals.ts';
import { toldOf } from './statuses.ts';

/** A connection over which nothing was said for so long is cut. */
const quietMsMax = 60_000;
const normalEnd = 1000;

const types = ['orderUpdates', 'userFills'] as const;

/** What is heard of one account, whoever asks: there is no login. */
interface Subscription {
  readonly type: (typeof types)[number];
  readonly user: string;
}

interface Hearing {
  /** By their names. */
  readonly subscriptions: Set<string>;
  say(channel: string, data?: unknown): void;
}

/** What accounts are told of themselves, over as many connections as they like. */
export function createUserStreams(exchange: Exchange): Connect {
  const hearings = new Set<Hearing>();
  const hasNewStatus = createStatusMemory();
  let opened = 0;
  const say = (subscription: Subscription, data: unknown) => {
    for (const hearing of hearings) {
      if (hearing.subscriptions.has(nameOf(subscription))) hearing.say(subscription.type, data);
    }
  };
  exchange.onNews((news) => {
    const changed = latest(news).filter(hasNewStatus);
    for (const account of new Set(news.map(({ order }) => order.account))) {
      const user = account.apiKey.toLowerCase();
      const updates = changed.filter((order) => order.account === account).map(updateOf);
      if (updates.length > 0) say({ type: 'orderUpdates', user }, updates);
      const own = news.filter(({ order, trade }) => trade && order.account === account);
      const fills = fillsOf(exchange, user, new Set(own.map(({ trade }) => trade?.tradeId)));
      if (own.length > 0) say({ type: 'userFills', user }, { user, fills });
    }
  });
  return ({ path }, line) => {
    if (path !== '/ws') return jsonAnswer(404, { error: `No stream at ${path}` });
    opened += 1;
    const hearing = toHearing(exchange, `stream ${opened}`, line);
    hearings.add(hearing);
    return {
      message(text) {
        exchange.passTime();
        answer(exchange, hearing, text);
      },
      closed: () => hearings.delete(hearing),
    };
  };
}

function toHearing(exchange: Exchange, name: string, line: Line): Hearing {
  const countDown = () => exchange.later(name, quietMsMax, () => line.close(normalEnd, 'Inactive'));
  countDown();
  return {
    subscriptions: new Set(),
    say(channel, data) {
      countDown();
      line.send(JSON.stringify({ channel, ...(data !== undefined && { data }) }));
    },
  };
}

/** Each order as the news leave it. */
function latest(news: readonly OrderNews[]): readonly OrderRecord[] {
  return [...new Map(news.map(({ order }) => [order.id, order])).values()];
}

/** An order is told when its status changes, and not with each execution. */
function createStatusMemory(): (order: OrderRecord) => boolean {
  // Of open orders alone: of others nothing more is told.
  const told = new Map<number, string>();
  return (order) => {
    const { status } = toldOf(order);
    const isNew = told.get(order.id) !== status;
    if (isOpen(order)) told.set(order.id, status);
    else told.delete(order.id);
    return isNew;
  };
}

function answer(exchange: Exchange, hearing: Hearing, text: string): void {
  try {
    const asked = readBody(text);
    const method = readWord(asked.method, ['ping', 'subscribe', 'unsubscribe']);
    if (method === 'ping') hearing.say('pong');
    else subscribe(exchange, hearing, { method, subscription: asked.subscription });
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    hearing.say('error', `Error parsing JSON into valid websocket request: ${text}`);
  }
}

interface Asked {
  readonly method: 'subscribe' | 'unsubscribe';
  readonly subscription: unknown;
}

function subscribe(exchange: Exchange, hearing: Hearing, asked: Asked): void {
  const { type, user } = readFields(asked.subscription);
  const meant = { type: readWord(type, types), user: readAddress(user) };
  const name = nameOf(meant);
  const isOn = asked.method === 'subscribe';
  if (hearing.subscriptions.has(name) === isOn) {
    const already = isOn ? 'Already subscribed' : 'Already unsubscribed';
    hearing.say('error', `${already}: ${JSON.stringify(asked.subscription)}`);
    return;
  }
  hearing.say('subscriptionResponse', asked);
  if (!isOn) hearing.subscriptions.delete(name);
  else hearing.subscriptions.add(name);
  if (!isOn || meant.type !== 'userFills') return;
  hearing.say('userFills', { isSnapshot: true, user, fills: userFills(exchange, { user }) });
}

function nameOf({ type, user }: Subscription): string {
  return `${type} ${user}`;
}
