import type { Exchange } from '../../exchange/exchange.ts';
import type { Account, OrderNews } from '../../exchange/records.ts';
import type { Connect, Line } from '../../ws/sockets.ts';
import { errorAnswer, Refusal } from '../errors.ts';
import { contractEvents } from './contractEvents.ts';
import {
  marketsIn,
  ownerOf,
  readSocketRequest,
  SocketRefusal,
  type SocketRequest,
} from './requests.ts';
import { spotEvents } from './spotEvents.ts';

export const streamHost = 'fx-ws.gateio.ws';

/** Whose orders are told at an address. */
const wallets: Readonly<Record<string, string>> = {
  'api.gateio.ws/ws/v4/': 'spot',
  [`${streamHost}/v4/ws/usdt`]: 'futures/usdt',
  [`${streamHost}/v4/ws/btc`]: 'futures/btc',
  [`${streamHost}/v4/ws/delivery/usdt`]: 'delivery/usdt',
};

const channels = {
  spot: ['spot.orders', 'spot.orders_v2', 'spot.usertrades', 'spot.priceorders'],
  futures: ['futures.orders', 'futures.usertrades', 'futures.autoorders'],
} as const;

/** Markets by channel, of one account over one connection. */
interface Hearing {
  readonly line: Line;
  readonly wallet: string;
  readonly heard: Map<string, { readonly account: Account; readonly markets: Set<string> }>;
}

/** What accounts hear of themselves. Public channels are not there. */
export function createUserStreams(exchange: Exchange): Connect {
  const hearings = new Set<Hearing>();
  exchange.onNews((all) => {
    for (const news of all) for (const hearing of hearings) tell(exchange, hearing, news);
  });
  return ({ host, path }, line) => {
    const wallet = wallets[`${host}${path}`];
    if (wallet === undefined) {
      return errorAnswer(new Refusal('NOT_FOUND', `No stream at ${path}`, { status: 404 }));
    }
    const hearing: Hearing = { line, wallet, heard: new Map() };
    hearings.add(hearing);
    return {
      message: (text) => line.send(JSON.stringify(answer(exchange, hearing, text))),
      closed: () => hearings.delete(hearing),
    };
  };
}

function tell(exchange: Exchange, { line, wallet, heard }: Hearing, news: OrderNews): void {
  const { account, market } = news.order;
  if (market.wallet !== wallet || heard.size === 0) return;
  for (const { channel, result } of wallet === 'spot' ? spotEvents(news) : contractEvents(news)) {
    const own = heard.get(channel);
    const isHeard = own?.markets.has('!all') || own?.markets.has(market.id);
    if (own?.account !== account || !isHeard) continue;
    line.send(JSON.stringify({ ...timesOf(exchange), channel, event: 'update', result }));
  }
}

function timesOf(exchange: Exchange) {
  return { time: Math.floor(exchange.now() / 1_000), time_ms: exchange.now() };
}

function answer(exchange: Exchange, hearing: Hearing, text: string): object {
  const request = readSocketRequest(text);
  const { id, channel = '', event = '', payload } = request;
  const house = hearing.wallet === 'spot' ? 'spot' : 'futures';
  const times = timesOf(exchange);
  if (channel === `${house}.ping`) {
    return { ...times, channel: `${house}.pong`, event: '', error: null, result: null };
  }
  const said = { ...times, ...(id !== undefined && { id }), channel, event, payload };
  try {
    subscribe(exchange, hearing, request);
    return { ...said, error: null, result: { status: 'success' } };
  } catch (error) {
    if (!(error instanceof SocketRefusal)) throw error;
    const { code, message } = error;
    return { ...said, error: { code, message }, result: { status: 'fail' } };
  }
}

function subscribe(exchange: Exchange, hearing: Hearing, request: SocketRequest): void {
  const { channel, event, payload } = request;
  const { wallet, heard } = hearing;
  if (typeof channel !== 'string' || typeof event !== 'string') {
    throw new SocketRefusal('badBody', 'Invalid request body format');
  }
  const known: readonly string[] = channels[wallet === 'spot' ? 'spot' : 'futures'];
  if (!known.includes(channel)) {
    throw new SocketRefusal('badArgument', `Unknown channel ${channel}`);
  }
  if (event !== 'subscribe' && event !== 'unsubscribe') {
    throw new SocketRefusal('badArgument', `Unknown event ${event}`);
  }
  const account = ownerOf(request, exchange);
  const names = marketsIn(payload, { exchange, wallet, account });
  const own = heard.get(channel) ?? { account, markets: new Set() };
  for (const name of names) {
    if (event === 'subscribe') own.markets.add(name);
    else own.markets.delete(name);
  }
  heard.set(channel, own);
}
