import type { Exchange } from '../../exchange/exchange.ts';
import type { Market } from '../../exchange/market.ts';
import { type BookTopic, createBookTopics } from '../../ws/bookTopics.ts';
import { createBookFrameEncoder } from './bookFrames.ts';
import type { ChannelGroup, ChannelRequest, Talker } from './channels.ts';
import { marketNamed, SocketRefusal } from './requests.ts';

/**
 * Levels of the older channel: on spot they depend on the pace; on contracts a client names them.
 */
const pacedLevels: Readonly<Record<string, number>> = { '20ms': 20, '100ms': 100 };
const askedLevels: Readonly<Record<string, readonly string[]>> = {
  '20ms': ['20'],
  '100ms': ['20', '50', '100'],
};

/** Public books: the current channel, and the older one, which continues a document. */
export function createBookChannels(exchange: Exchange): ChannelGroup {
  const topics = createBookTopics(exchange);
  const topicOf = (channel: string, stream: string, asked: AskedBook): BookTopic => {
    const { market, levels } = asked;
    return {
      name: `${market.name} ${channel} ${stream}`,
      market,
      open: () => createBookFrameEncoder(exchange, { market, channel, levels }),
    };
  };
  const asked = (talker: Talker, request: ChannelRequest): readonly NamedTopic[] => {
    const { channel } = request;
    const names = (Array.isArray(request.payload) ? request.payload : []).map(String);
    const isToday = channel.endsWith('.obu');
    const streams = isToday ? names : [names.join(' ')];
    if (streams.length === 0) throw invalid();
    return streams.map((stream) => {
      const read = isToday ? readToday(stream) : readOlder(names, talker.wallet);
      const market = marketNamed(exchange, talker.wallet, read.name);
      return { stream, topic: topicOf(channel, stream, { market, levels: read.levels }) };
    });
  };
  return {
    has: (channel, wallet) => {
      const product = wallet === 'spot' ? 'spot' : 'futures';
      return channel === `${product}.obu` || channel === `${product}.order_book_update`;
    },
    change(talker, request) {
      const wanted = asked(talker, request);
      const { line } = talker;
      if (request.event === 'unsubscribe') {
        for (const { topic } of wanted) topics.remove(line, topic.name);
        return undefined;
      }
      refuseTwice(wanted, ({ name }) => topics.has(line, name));
      return () => {
        for (const { topic } of wanted) topics.add(line, topic);
      };
    },
    leave: ({ line }) => topics.leave(line),
  };
}

interface AskedBook {
  readonly market: Market;
  readonly levels: number;
}

interface NamedTopic {
  /** The client's spelling of the stream. */
  readonly stream: string;
  readonly topic: BookTopic;
}

interface ReadStream {
  readonly name: string;
  readonly levels: number;
}

function invalid(): SocketRefusal {
  return new SocketRefusal('badArgument', 'invalid argument');
}

/** Understands a stream such as `ob.BTC_USDT.400`. */
function readToday(stream: string): ReadStream {
  const [, name, levels] = /^ob\.(.+)\.(50|400)$/.exec(stream) ?? [];
  if (name === undefined) throw invalid();
  return { name, levels: Number(levels) };
}

/** Returns the market and the pace; for contracts also the levels, by default a hundred. */
function readOlder(payload: readonly string[], wallet: string): ReadStream {
  const [name = '', pace = '', asked] = payload;
  if (wallet === 'spot' || asked === undefined) {
    const levels = pacedLevels[pace];
    if (levels === undefined) throw invalid();
    return { name, levels };
  }
  if (!askedLevels[pace]?.includes(asked)) throw invalid();
  return { name, levels: Number(asked) };
}

/** Refuses a stream that the connection already has. */
function refuseTwice(wanted: readonly NamedTopic[], isThere: (topic: BookTopic) => boolean): void {
  const seen = new Set<string>();
  for (const { stream, topic } of wanted) {
    if (seen.has(stream) || isThere(topic)) {
      throw new SocketRefusal('badArgument', `Alert sub ${stream}`);
    }
    seen.add(stream);
  }
}
