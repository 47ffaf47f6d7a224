import type { PlaceHosts, VenueHosts } from '../shared/placeHosts.ts';

/**
 * Hosts with lists, orders and streams of their own, apart from the exchange's; none of them has
 * sapi.
 */
const testnet: PlaceHosts = {
  rest: ['testnet.binance.vision', 'testnet.binancefuture.com'],
  addresses: {
    'https://api.binance.com/api/': 'https://testnet.binance.vision/api/',
    'https://fapi.binance.com/': 'https://testnet.binancefuture.com/',
    'https://dapi.binance.com/': 'https://testnet.binancefuture.com/',
    'wss://ws-api.binance.com:443/': 'wss://ws-api.testnet.binance.vision/',
    'wss://stream.binance.com:9443/': 'wss://stream.testnet.binance.vision/',
    'wss://fstream.binance.com/': 'wss://fstream.binancefuture.com/',
    'wss://dstream.binance.com/': 'wss://dstream.binancefuture.com/',
  },
};

const demo: PlaceHosts = {
  rest: ['demo-api.binance.com', 'demo-fapi.binance.com', 'demo-dapi.binance.com'],
  addresses: {
    'https://api.binance.com/api/': 'https://demo-api.binance.com/api/',
    'https://fapi.binance.com/': 'https://demo-fapi.binance.com/',
    'https://dapi.binance.com/': 'https://demo-dapi.binance.com/',
    'wss://ws-api.binance.com:443/': 'wss://demo-ws-api.binance.com/',
    'wss://stream.binance.com:9443/': 'wss://demo-stream.binance.com/',
    'wss://fstream.binance.com/': 'wss://demo-fstream.binance.com/',
    'wss://dstream.binance.com/': 'wss://demo-dstream.binance.com/',
  },
};

export const binanceHosts: VenueHosts = {
  production: {
    regions: { global: { rest: ['api.binance.com', 'fapi.binance.com', 'dapi.binance.com'] } },
    books: 'own',
  },
  testnet: { regions: { global: testnet }, books: 'own' },
  demo: { regions: { global: demo }, books: 'own' },
};

/**
 * Hosts of the public streams, including past ones; the hosts of a group serve the same streams.
 */
export const binanceStreamHosts: readonly (readonly string[])[] = [
  [
    'stream.binance.com',
    'data-stream.binance.vision',
    'stream.testnet.binance.vision',
    'demo-stream.binance.com',
  ],
  [
    'fstream.binance.com',
    'fstream.binancefuture.com',
    'stream.binancefuture.com',
    'demo-fstream.binance.com',
  ],
  ['dstream.binance.com', 'dstream.binancefuture.com', 'demo-dstream.binance.com'],
];
