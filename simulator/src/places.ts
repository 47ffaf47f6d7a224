import type { RawRequest } from './http/request.ts';

/**
 * A place of an exchange, for one region or for a test environment: it shares nothing with others.
 */
export interface Place {
  /** The exchange whose protocol it uses. */
  readonly of: string;
  /**
   * Host and path with which its addresses start, and those of the main place that they stand for.
   */
  readonly addresses: Readonly<Record<string, string>>;
  /** Header that marks its requests, when its host serves another place as well. */
  readonly header?: readonly [name: string, value: string];
  /** The chain that agents sign for; the main chain when absent. */
  readonly source?: 'b';
}

function demoOf(rest: string, streams: string) {
  return {
    of: 'okx',
    addresses: { [rest]: 'www.okx.com', [streams]: 'ws.okx.com' },
    header: ['x-simulated-trading', '1'],
  } as const satisfies Place;
}

export const places = {
  'binance-testnet': {
    of: 'binance',
    addresses: {
      'testnet.binance.vision': 'api.binance.com',
      'testnet.binancefuture.com/fapi': 'fapi.binance.com/fapi',
      'testnet.binancefuture.com/dapi': 'dapi.binance.com/dapi',
      'ws-api.testnet.binance.vision': 'ws-api.binance.com',
      'stream.testnet.binance.vision': 'stream.binance.com',
      'fstream.binancefuture.com': 'fstream.binance.com',
      'dstream.binancefuture.com': 'dstream.binance.com',
    },
  },
  'binance-demo': {
    of: 'binance',
    addresses: {
      'demo-api.binance.com/api': 'api.binance.com/api',
      'demo-fapi.binance.com': 'fapi.binance.com',
      'demo-dapi.binance.com': 'dapi.binance.com',
      'demo-ws-api.binance.com': 'ws-api.binance.com',
      'demo-stream.binance.com': 'stream.binance.com',
      'demo-fstream.binance.com': 'fstream.binance.com',
      'demo-dstream.binance.com': 'dstream.binance.com',
    },
  },
  'bybit-eu': {
    of: 'bybit',
    addresses: { 'api.bybit.eu': 'api.bybit.com', 'stream.bybit.eu': 'stream.bybit.com' },
  },
  'bybit-testnet': {
    of: 'bybit',
    addresses: {
      'api-testnet.bybit.com': 'api.bybit.com',
      'stream-testnet.bybit.com': 'stream.bybit.com',
    },
  },
  // The public books there are those of the main place.
  'bybit-demo': {
    of: 'bybit',
    addresses: {
      'api-demo.bybit.com': 'api.bybit.com',
      'stream-demo.bybit.com/v5/private': 'stream.bybit.com/v5/private',
    },
  },
  'gateio-testnet': {
    of: 'gateio',
    addresses: {
      'api-testnet.gateapi.io': 'api.gateio.ws',
      'ws-testnet.gate.com/v4/ws/futures/usdt': 'fx-ws.gateio.ws/v4/ws/usdt',
      'fx-ws-testnet.gateio.ws': 'fx-ws.gateio.ws',
    },
  },
  'okx-eea': {
    of: 'okx',
    addresses: { 'eea.okx.com': 'www.okx.com', 'wseea.okx.com': 'ws.okx.com' },
  },
  'okx-us': {
    of: 'okx',
    addresses: { 'us.okx.com': 'www.okx.com', 'wsus.okx.com': 'ws.okx.com' },
  },
  'okx-demo': demoOf('www.okx.com', 'wspap.okx.com'),
  'okx-eea-demo': demoOf('eea.okx.com', 'wseeapap.okx.com'),
  'okx-us-demo': demoOf('us.okx.com', 'wsuspap.okx.com'),
  'hyperliquid-testnet': {
    of: 'hyperliquid',
    addresses: { 'api.hyperliquid-testnet.xyz': 'api.hyperliquid.xyz' },
    source: 'b',
  },
} as const satisfies Readonly<Record<string, Place>>;

export type PlaceName = keyof typeof places;

/** Returns the hosts of a place. */
export function hostsOf({ addresses }: Place): readonly string[] {
  return [...new Set(Object.keys(addresses).map((each) => each.replace(/\/.*$/, '')))];
}

/**
 * Returns a request to a place as the exchange's main place would get it; undefined when it is not
 * for the place. Clients send the header on streams too, where the host alone identifies the place.
 */
export function asOfMain(place: Place, request: RawRequest): RawRequest | undefined {
  const { host, path, headers } = request;
  const address = `${host}${path}`;
  const starts = Object.keys(place.addresses).filter(
    (each) => address === each || address.startsWith(`${each}/`),
  );
  const start = starts.reduce((best, each) => (each.length > best.length ? each : best), '');
  const main = place.addresses[start];
  if (main === undefined) return undefined;
  const isStream = headers.upgrade !== undefined;
  if (place.header && !isStream) {
    const [name, value] = place.header;
    if (headers[name] !== value) return undefined;
  }
  const there = main + address.slice(start.length);
  const slash = there.indexOf('/');
  return {
    ...request,
    host: slash < 0 ? there : there.slice(0, slash),
    path: slash < 0 ? '/' : there.slice(slash),
  };
}
