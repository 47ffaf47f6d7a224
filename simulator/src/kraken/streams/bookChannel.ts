import type { Exchange } from '../../exchange/exchange.ts';
import type { Market } from '../../exchange/market.ts';
import { isOfBook } from '../../faults/frameInfo.ts';
import { type BookListener, type BookTopic, createBookTopics } from '../../ws/bookTopics.ts';
import { wallet } from '../call.ts';
import { symbolOf } from '../pairs.ts';
import { createBookFrameEncoder } from './bookFrames.ts';
import type { Channel, ChannelRequest, Client } from './channel.ts';

const depths: readonly unknown[] = [10, 25, 100, 500, 1_000];
const depthDefault = 10;

interface Held {
  readonly depth: number;
  readonly topic: BookTopic;
  readonly listener: BookListener;
}

/** Books of a connection, by pair: each has one depth. */
type Books = Map<string, Held>;

/** Channel of public books. */
export function createBookChannel(exchange: Exchange): Channel {
  const topics = createBookTopics(exchange);
  const clients = new Map<Client, Books>();
  const marketNamed = (symbol: string) =>
    exchange.markets(wallet).find((market) => symbolOf(market) === symbol);
  const subscribe = (asking: ChannelRequest, books: Books, symbol: string): void => {
    const { client, params, accept, refuse } = asking;
    const market = marketNamed(symbol);
    if (!market || books.has(symbol)) {
      const error = market ? 'Already subscribed' : `Currency pair not supported ${symbol}`;
      refuse(error, { symbol });
      return;
    }
    const depth = depthOf(asking);
    const snapshot = params.snapshot !== false;
    const topic = topicOf(exchange, market, depth);
    const listener = listenerOf(client, snapshot);
    books.set(symbol, { depth, topic, listener });
    accept({ channel: 'book', depth, snapshot, symbol });
    topics.add(listener, topic);
  };
  const unsubscribe = (asking: ChannelRequest, books: Books, symbol: string): void => {
    const held = books.get(symbol);
    if (!held || held.depth !== depthOf(asking)) {
      // The exchange names this method, whatever the request was.
      asking.refuse('Subscription Not Found', { symbol, method: 'subscribe' });
      return;
    }
    books.delete(symbol);
    topics.remove(held.listener, held.topic.name);
    asking.accept({ channel: 'book', depth: held.depth, symbol });
  };
  return {
    name: 'book',
    elsewhere: {
      channels: ['executions', 'balances', 'level3'],
      error: 'Private data and trading are unavailable on this endpoint. Try ws-auth.kraken.com',
    },
    change(asking) {
      const { client, method, params, refuse } = asking;
      const symbols = Array.isArray(params.symbol) ? params.symbol.map(String) : [];
      if (symbols.length === 0) return refuse('Malformed request');
      if (!depths.includes(depthOf(asking))) return refuse('Subscription depth not supported');
      const books: Books = clients.get(client) ?? new Map();
      clients.set(client, books);
      const work = method === 'subscribe' ? subscribe : unsubscribe;
      for (const symbol of symbols) work(asking, books, symbol);
    },
    holds: (client) => (clients.get(client)?.size ?? 0) > 0,
    leave(client) {
      for (const { listener } of clients.get(client)?.values() ?? []) topics.leave(listener);
      clients.delete(client);
    },
  };
}

function depthOf({ params }: ChannelRequest): number {
  return Number(params.depth ?? depthDefault);
}

function topicOf(exchange: Exchange, market: Market, depth: number): BookTopic {
  const open = () => createBookFrameEncoder(exchange, market, depth);
  return { name: `${market.name} ${depth}`, market, open };
}

/** Returns a listener; without a snapshot asked for, it gets changes only. */
function listenerOf({ line }: Client, snapshot: boolean): BookListener {
  return {
    send(text, about) {
      const isSnapshot = isOfBook(about) && about.isSnapshot;
      if (snapshot || !isSnapshot) line.send(text, about);
    },
  };
}
