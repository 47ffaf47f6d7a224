import { accessEndpoints } from './access.ts';
import { systemEndpoints } from './system.ts';
import { orderbookEndpoints } from './trading/orderbook.ts';
import { holdingEndpoints } from './vault/holdings.ts';
import { vaultEndpoints } from './vault/vaults.ts';

/** Every endpoint there is, by the name of its client method. */
export const endpoints = {
  ...systemEndpoints,
  ...accessEndpoints,
  ...vaultEndpoints,
  ...holdingEndpoints,
  ...orderbookEndpoints,
} as const;

export type EndpointName = keyof typeof endpoints;
