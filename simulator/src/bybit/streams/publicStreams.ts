import type { Exchange } from '../../exchange/exchange.ts';
import { type BookListener, type BookTopics, createBookTopics } from '../../ws/bookTopics.ts';
import type { Connect, Line } from '../../ws/sockets.ts';
import { marketsOf } from '../call.ts';
import type { Category } from '../traits.ts';
import type { Updates } from '../updates.ts';
import { bookDepths, createBookFrameEncoder } from './bookFrames.ts';
import { readRequest, type StreamRequest } from './streamRequest.ts';

/** Milliseconds without a message from either side after which a connection is closed. */
const quietMsMax = 600_000;
/** Maximum number of topics that one request names on spot. */
const spotTopicsMax = 10;

interface Listening {
  readonly exchange: Exchange;
  readonly topics: BookTopics;
  readonly updates: Updates;
}

interface Hearing {
  readonly category: Category;
  readonly listener: BookListener;
  readonly connId: string;
}

/** Public streams: the books of a category. */
export function createPublicStreams(
  exchange: Exchange,
  updates: Updates,
): (category: Category) => Connect {
  const topics = createBookTopics(exchange);
  updates.onRestart((market) => topics.renew(market));
  let made = 0;
  return (category) => (_, line) => {
    made += 1;
    const connId = `p${made}`;
    const listener = awake(exchange, connId, line);
    return {
      message(text) {
        exchange.passTime();
        converse({ exchange, topics, updates }, { category, listener, connId }, text);
      },
      closed: () => topics.leave(listener),
    };
  };
}

/**
 * Returns a listener that sends and, with every message, postpones the close of a quiet connection.
 */
function awake(exchange: Exchange, connId: string, line: Line): BookListener {
  const stayAwake = () =>
    exchange.later(`public stream ${connId}`, quietMsMax, () => line.close(1000, 'no ping'));
  stayAwake();
  return {
    send(text, about) {
      line.send(text, about);
      stayAwake();
    },
  };
}

/** Contracts answer with an empty request id when none was sent, and leave out spot's message. */
function converse(listening: Listening, hearing: Hearing, text: string): void {
  const { category, listener, connId } = hearing;
  const asked = readRequest(text);
  const isSpot = category === 'spot';
  const named = isSpot && asked.req_id === undefined ? {} : { req_id: asked.req_id ?? '' };
  const answer = (success: boolean, ret_msg: string) =>
    listener.send(JSON.stringify({ success, ret_msg, conn_id: connId, ...named, op: asked.op }));
  const { op } = asked;
  if (op === 'ping') {
    answer(true, 'pong');
    return;
  }
  if (op !== 'subscribe' && op !== 'unsubscribe') {
    answer(false, 'error:invalid op');
    return;
  }
  const topics = topicsIn(asked);
  const why = refusalOf(listening, hearing, { op, topics });
  answer(why === undefined, why ?? (isSpot ? op : ''));
  if (why !== undefined) return;
  for (const topic of topics) {
    if (op === 'subscribe') begin(listening, hearing, topic);
    else listening.topics.remove(listener, nameOf(category, topic));
  }
}

function topicsIn({ args }: StreamRequest): readonly string[] {
  return Array.isArray(args) ? args.map(String) : [];
}

interface Wanted {
  readonly op: 'subscribe' | 'unsubscribe';
  readonly topics: readonly string[];
}

/** Returns why a request is refused; it is taken or refused as a whole. */
function refusalOf(
  listening: Listening,
  { category, listener }: Hearing,
  { op, topics }: Wanted,
): string | undefined {
  if (topics.length === 0) return 'error:request args is empty';
  if (category === 'spot' && topics.length > spotTopicsMax) return 'args size >10';
  const unknown = topics.find((topic) => !readTopic(listening.exchange, category, topic));
  if (unknown !== undefined) return unknownTopic(category, unknown);
  if (op === 'unsubscribe') return undefined;
  const held = topics.find(
    (topic, i) =>
      listening.topics.has(listener, nameOf(category, topic)) || topics.indexOf(topic) < i,
  );
  return held === undefined ? undefined : `error:already subscribed,topic:${held}`;
}

function unknownTopic(category: Category, topic: string): string {
  if (/^(publicTrade|tickers|kline|allLiquidation)\./.test(topic)) {
    return `The simulator does not know ${topic}`;
  }
  if (category === 'spot') return `Invalid symbol :[${topic}]`;
  return `error:handler not found,topic:${topic}`;
}

/** Returns the depth and the market of a topic such as `orderbook.50.BTCUSDT`. */
function readTopic(exchange: Exchange, category: Category, topic: string) {
  const [, levels = '', id = ''] = /^orderbook\.(\d+)\.(.+)$/.exec(topic) ?? [];
  const depth = bookDepths.find((each) => String(each) === levels);
  const market = marketsOf({ exchange }, category).find((each) => each.id === id);
  return depth && market && { depth, market };
}

/** Returns a topic's name with its category, as categories have markets of the same name. */
function nameOf(category: Category, topic: string): string {
  return `${category} ${topic}`;
}

function begin(listening: Listening, { category, listener }: Hearing, topic: string): void {
  const { exchange, updates } = listening;
  const read = readTopic(exchange, category, topic);
  if (!read) return;
  const { market, depth } = read;
  listening.topics.add(listener, {
    name: nameOf(category, topic),
    market,
    open: () => createBookFrameEncoder({ exchange, updates, market, depth }),
  });
}
