import { assert } from '../kit/assert.ts';

/** The two ledger networks, by the names that the API uses. */
export const networks = ['mainnet', 'testnet'] as const;
export type Network = (typeof networks)[number];

/** Reads a stored name. */
export function toNetwork(text: string): Network {
  const network = networks.find((name) => name === text);
  assert(network !== undefined, `stored networks are known (got ${text})`);
  return network;
}
