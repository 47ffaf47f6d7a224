import type { Exchange } from '../../exchange/exchange.ts';
import type { Connect } from '../../ws/sockets.ts';
import { errorAnswer, Refusal } from '../errors.ts';
import { createBookChannels } from './bookChannels.ts';
import type { ChannelGroup, Talker } from './channels.ts';
import { readSocketRequest, SocketRefusal, type SocketRequest } from './requests.ts';
import { createUserChannels } from './userChannels.ts';

export const streamHost = 'fx-ws.gateio.ws';

/** Wallets whose markets and orders an address serves. */
const wallets: Readonly<Record<string, string>> = {
  'api.gateio.ws/ws/v4/': 'spot',
  [`${streamHost}/v4/ws/usdt`]: 'futures/usdt',
  [`${streamHost}/v4/ws/btc`]: 'futures/btc',
  [`${streamHost}/v4/ws/delivery/usdt`]: 'delivery/usdt',
};

/** Streams of accounts and of books; each address has both. */
export function createStreams(exchange: Exchange): Connect {
  const groups = [createUserChannels(exchange), createBookChannels(exchange)];
  return ({ host, path }, line) => {
    const wallet = wallets[`${host}${path}`];
    if (wallet === undefined) {
      return errorAnswer(new Refusal('NOT_FOUND', `No stream at ${path}`, { status: 404 }));
    }
    const talker: Talker = { line, wallet };
    return {
      message(text) {
        const { content, next } = answer({ exchange, groups, talker }, readSocketRequest(text));
        line.send(JSON.stringify(content));
        next?.();
      },
      closed() {
        for (const group of groups) group.leave(talker);
      },
    };
  };
}

interface Talk {
  readonly exchange: Exchange;
  readonly groups: readonly ChannelGroup[];
  readonly talker: Talker;
}

interface Answered {
  readonly content: object;
  /** Work that begins after the answer was sent. */
  readonly next?: (() => void) | undefined;
}

function answer(talk: Talk, request: SocketRequest): Answered {
  const { id, channel = '', event = '', payload } = request;
  const now = talk.exchange.now();
  const times = { time: Math.floor(now / 1_000), time_ms: now };
  const product = talk.talker.wallet === 'spot' ? 'spot' : 'futures';
  if (channel === `${product}.ping`) {
    const pong = { channel: `${product}.pong`, event: '', error: null, result: null };
    return { content: { ...times, ...pong } };
  }
  const said = { ...times, ...(id !== undefined && { id }), channel, event, payload };
  try {
    const next = change(talk, request);
    return { content: { ...said, error: null, result: { status: 'success' } }, next };
  } catch (error) {
    if (!(error instanceof SocketRefusal)) throw error;
    const { code, message } = error;
    return { content: { ...said, error: { code, message }, result: { status: 'fail' } } };
  }
}

function change({ groups, talker }: Talk, request: SocketRequest): (() => void) | undefined {
  const { channel, event } = request;
  if (typeof channel !== 'string' || typeof event !== 'string') {
    throw new SocketRefusal('badBody', 'Invalid request body format');
  }
  const group = groups.find((each) => each.has(channel, talker.wallet));
  if (!group) throw new SocketRefusal('badArgument', `Unknown channel ${channel}`);
  if (event !== 'subscribe' && event !== 'unsubscribe') {
    throw new SocketRefusal('badArgument', `Unknown event ${event}`);
  }
  return group.change(talker, { ...request, channel, event });
}
