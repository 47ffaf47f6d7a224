import type { StreamProtocol } from '../../shared/stream/protocol.ts';
import type { MarketName } from '../symbols.ts';
import { type GateioMessage, readFrame } from './frames.ts';

/**
 * 400 levels every 100 ms. 50 levels come every 20 ms, but cover only some basis points of a BTC
 * book: too few for `depth` up to 100 and for quality at 50 bps.
 */
const bookDepth = 400;

interface Market {
  readonly url: string;
  readonly channel: 'spot' | 'futures';
  /** Address of a depth document, up to the name of the pair. */
  readonly depthUrl: string;
}

const markets: Readonly<Record<MarketName, Market>> = {
  spot: {
    url: 'wss://api.gateio.ws/ws/v4/',
    channel: 'spot',
    depthUrl: 'https://api.gateio.ws/api/v4/spot/order_book?with_id=true&currency_pair=',
  },
  usdt: {
    url: 'wss://fx-ws.gateio.ws/v4/ws/usdt',
    channel: 'futures',
    depthUrl: 'https://api.gateio.ws/api/v4/futures/usdt/order_book?with_id=true&contract=',
  },
  btc: {
    url: 'wss://fx-ws.gateio.ws/v4/ws/btc',
    channel: 'futures',
    depthUrl: 'https://api.gateio.ws/api/v4/futures/btc/order_book?with_id=true&contract=',
  },
};

/** Returns the address of the document with the size of a contract. */
export function contractUrl(venueSymbol: string): string {
  return `https://api.gateio.ws/api/v4/futures/usdt/contracts/${venueSymbol}`;
}

/** Returns the address of a depth document with that many levels a side. */
export function depthUrl(market: MarketName, venueSymbol: string, limit: number): string {
  return `${markets[market].depthUrl}${venueSymbol}&limit=${limit}`;
}

/** Creates the protocol of a market's public stream. */
export function createGateioProtocol(name: MarketName): StreamProtocol<GateioMessage> {
  const { url, channel } = markets[name];
  const say = (
    event: string,
    keys: readonly string[],
    { id, nowMs }: { id: number; nowMs: number },
  ) =>
    JSON.stringify({
      time: Math.floor(nowMs / 1_000),
      id,
      channel: `${channel}.obu`,
      event,
      payload: keys.map((key) => `ob.${key}.${bookDepth}`),
    });
  return {
    market: name,
    url,
    // The venue publishes no limit; its staff advise few connections and drop slow readers.
    streamsMax: 100,
    batchMax: 20,
    messageSpacingMs: 200,
    // The venue's own pings come at longer, unpublished intervals.
    heartbeatMs: 15_000,
    silentMsMax: 35_000,
    subscribe: (keys, request) => say('subscribe', keys, request),
    unsubscribe: (keys, request) => say('unsubscribe', keys, request),
    ping: ({ nowMs }) =>
      JSON.stringify({ time: Math.floor(nowMs / 1_000), channel: `${channel}.ping` }),
    read: readFrame,
  };
}
