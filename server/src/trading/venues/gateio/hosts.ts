import type { PlaceHosts, VenueHosts } from '../shared/placeHosts.ts';

/** Contracts only: no stream of spot is known there. */
const testnet: PlaceHosts = {
  rest: ['api-testnet.gateapi.io'],
  addresses: {
    'https://api.gateio.ws/api/': 'https://api-testnet.gateapi.io/api/',
    'wss://fx-ws.gateio.ws/v4/ws/usdt': 'wss://ws-testnet.gate.com/v4/ws/futures/usdt',
    'wss://fx-ws.gateio.ws/v4/ws/btc': 'wss://fx-ws-testnet.gateio.ws/v4/ws/btc',
    'wss://fx-ws.gateio.ws/v4/ws/delivery/': 'wss://fx-ws-testnet.gateio.ws/v4/ws/delivery/',
  },
  marketTypes: ['swap', 'future'],
};

export const gateioHosts: VenueHosts = {
  production: { regions: { global: { rest: ['api.gateio.ws'] } }, books: 'own' },
  testnet: { regions: { global: testnet }, books: 'own' },
};

/**
 * Hosts of the public streams, including past ones; the hosts of a group serve the same streams.
 */
export const gateioStreamHosts: readonly (readonly string[])[] = [
  ['api.gateio.ws', 'ws.gate.io'],
  ['fx-ws.gateio.ws', 'fx-ws-testnet.gateio.ws', 'ws-testnet.gate.com'],
];
