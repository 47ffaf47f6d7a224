import { accessEndpoints } from './access.ts';
import { systemEndpoints } from './system.ts';
import { accountEndpoints } from './trading/accounts.ts';
import { algorithmEndpoints } from './trading/algorithms.ts';
import { analyticsEndpoints } from './trading/analytics.ts';
import { executionEndpoints } from './trading/execution.ts';
import { marketEndpoints } from './trading/markets.ts';
import { orderbookEndpoints } from './trading/orderbook.ts';
import { orderEndpoints } from './trading/orders.ts';
import { perpEndpoints } from './trading/perps.ts';
import { portfolioMarginEndpoints } from './trading/portfolioMargin.ts';
import { pretradeEndpoints } from './trading/pretrade.ts';
import { pricingEndpoints } from './trading/pricing.ts';
import { reconciliationEndpoints } from './trading/reconciliation.ts';
import { routingEndpoints } from './trading/routing.ts';
import { tcaEndpoints } from './trading/tca.ts';
import { walletEndpoints } from './trading/wallets.ts';
import { webhookEndpoints } from './trading/webhooks.ts';
import { holdingEndpoints } from './vault/holdings.ts';
import { vaultEndpoints } from './vault/vaults.ts';

/** Every endpoint by the name of its client method. */
export const endpoints = {
  ...systemEndpoints,
  ...accessEndpoints,
  ...vaultEndpoints,
  ...holdingEndpoints,
  ...accountEndpoints,
  ...webhookEndpoints,
  ...orderbookEndpoints,
  ...marketEndpoints,
  ...pricingEndpoints,
  ...executionEndpoints,
  ...orderEndpoints,
  ...perpEndpoints,
  ...walletEndpoints,
  ...portfolioMarginEndpoints,
  ...reconciliationEndpoints,
  ...pretradeEndpoints,
  ...routingEndpoints,
  ...algorithmEndpoints,
  ...analyticsEndpoints,
  ...tcaEndpoints,
} as const;

export type EndpointName = keyof typeof endpoints;
