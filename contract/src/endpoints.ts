import { accessEndpoints } from './access.ts';
import { systemEndpoints } from './system.ts';
import { accountEndpoints } from './trading/accounts/endpoints.ts';
import { reconciliationEndpoints } from './trading/accounts/reconciliation.ts';
import { walletEndpoints } from './trading/accounts/wallets.ts';
import { algorithmEndpoints } from './trading/algorithms/endpoints.ts';
import { analyticsEndpoints } from './trading/analytics/endpoints.ts';
import { orderbookEndpoints } from './trading/books/endpoints.ts';
import { executionEndpoints } from './trading/execution/endpoints.ts';
import { marketEndpoints } from './trading/markets/endpoints.ts';
import { pricingEndpoints } from './trading/markets/pricing.ts';
import { orderEndpoints } from './trading/orders/endpoints.ts';
import { perpEndpoints } from './trading/perps/endpoints.ts';
import { portfolioMarginEndpoints } from './trading/perps/portfolioMargin.ts';
import { pretradeEndpoints } from './trading/pretrade/endpoints.ts';
import { routingEndpoints } from './trading/routing/endpoints.ts';
import { tcaEndpoints } from './trading/tca/endpoints.ts';
import { webhookEndpoints } from './trading/webhooks/endpoints.ts';
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
