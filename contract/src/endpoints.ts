import { accessEndpoints } from './access.ts';
import { systemEndpoints } from './system.ts';
import { orderbookEndpoints } from './trading/orderbook.ts';

/** Every endpoint there is, by the name of its client method. */
export const endpoints = {
  ...systemEndpoints,
  ...accessEndpoints,
  ...orderbookEndpoints,
} as const;

export type EndpointName = keyof typeof endpoints;
