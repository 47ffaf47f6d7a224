import type { Exchange } from '../../exchange/exchange.ts';
import { type BookListener, type BookTopics, createBookTopics } from '../../ws/bookTopics.ts';
import type { Connect, Line } from '../../ws/sockets.ts';
import { wallet } from '../call.ts';
import { bookChannels, createBookFrameEncoder } from './bookFrames.ts';
import { illegal, StreamRefusal } from './refusals.ts';
import { idOf, type Sent, sentOver } from './sent.ts';
import { keepAlive, letGo } from './silence.ts';

export const publicPath = '/ws/v5/public';

/** Public streams: the books of all markets. */
export function createPublicStreams(exchange: Exchange): Connect {
  const topics = createBookTopics(exchange);
  let opened = 0;
  return (_, line) => {
    opened += 1;
    // Ids of private connections count from the other end.
    const connId = (0x80000000 + opened).toString(16);
    const listener = talking(exchange, connId, line);
    return {
      message(text) {
        exchange.passTime();
        answer({ exchange, topics, listener, connId }, text);
      },
      closed() {
        topics.leave(listener);
        letGo(exchange, connId);
      },
    };
  };
}

function talking(exchange: Exchange, connId: string, line: Line): BookListener {
  const stay = () => keepAlive(exchange, { line, connId });
  stay();
  return {
    send(text, about) {
      line.send(text, about);
      stay();
    },
  };
}

interface Asked {
  readonly exchange: Exchange;
  readonly topics: BookTopics;
  readonly listener: BookListener;
  readonly connId: string;
}

function answer(asked: Asked, text: string): void {
  const { listener, connId } = asked;
  if (text === 'ping') {
    listener.send('pong');
    return;
  }
  const request = sentOver(text);
  const refusing = (work: () => void) => {
    try {
      work();
    } catch (error) {
      if (!(error instanceof StreamRefusal)) throw error;
      const { code, message: msg } = error;
      listener.send(JSON.stringify({ ...idOf(request), event: 'error', code, msg, connId }));
    }
  };
  refusing(() => {
    const { op, args } = request;
    const all = Array.isArray(args) ? (args as readonly Sent[]) : [];
    if (all.length === 0 || (op !== 'subscribe' && op !== 'unsubscribe')) throw illegal(text);
    // A wrong subscription does not stop the others.
    for (const sent of all) refusing(() => follow(asked, { sent, op, id: idOf(request) }));
  });
}

interface Wanted {
  readonly sent: Sent;
  readonly op: 'subscribe' | 'unsubscribe';
  readonly id: object;
}

/** Adds or removes a subscription. A repeated one is confirmed again, but sends no second book. */
function follow({ exchange, topics, listener, connId }: Asked, { sent, op, id }: Wanted): void {
  const { channel, market } = meant(exchange, sent);
  const arg = { channel, instId: market.id };
  const name = `${channel} ${market.id}`;
  listener.send(JSON.stringify({ ...id, event: op, arg, connId }));
  if (op === 'unsubscribe') {
    topics.remove(listener, name);
    return;
  }
  if (topics.has(listener, name)) return;
  topics.add(listener, {
    name,
    market,
    open: () => createBookFrameEncoder({ exchange, market, channel }),
  });
}

function meant(exchange: Exchange, { channel: named, instId }: Sent) {
  const channel = bookChannels.find((each) => each === named);
  const market = exchange.market(wallet, String(instId));
  if (channel && market) return { channel, market };
  const what = `channel:${String(named)},instId:${String(instId)}`;
  const advice = 'Please use the correct URL, channel and parameters referring to API document.';
  throw new StreamRefusal(
    '60018',
    `Subscribe failed, wrong URL or ${what} doesn't exist. ${advice}`,
  );
}
