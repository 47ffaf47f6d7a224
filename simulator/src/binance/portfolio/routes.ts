import type { Routes } from '../call.ts';
import { signed } from '../call.ts';
import { portfolioConditionalRoutes } from '../futures/conditionals.ts';
import { incomeRoutes } from '../futures/income.ts';
import { orderRoutes } from '../futures/orders.ts';
import { commissionRoutes, dualRoutes, leverageRoutes } from '../futures/settingsRoutes.ts';
import { listenKeyRoutes } from '../streams/listenKeyRoutes.ts';
import { balance, marginAccount } from './balances.ts';
import { collectAll, collectAsset } from './collections.ts';
import { contractAccount, positionRisk } from './contracts.ts';

export const portfolioRoot = '/papi/v1';

/** Routes of papi.binance.com: contracts of both kinds, and the margin that they share. */
export const portfolioRoutes: Routes = {
  [`GET ${portfolioRoot}/balance`]: signed(balance),
  [`GET ${portfolioRoot}/account`]: signed(marginAccount),
  [`POST ${portfolioRoot}/auto-collection`]: signed(collectAll),
  [`POST ${portfolioRoot}/asset-collection`]: signed(collectAsset),
  ...listenKeyRoutes(portfolioRoot),
  ...contractRoutes(`${portfolioRoot}/um`),
  // No conditional orders on coin-margined contracts are simulated, so none is open.
  [`GET ${portfolioRoot}/cm/conditional/openOrders`]: signed(() => []),
  ...portfolioConditionalRoutes(`${portfolioRoot}/um/algo`),
  ...contractRoutes(`${portfolioRoot}/cm`),
};

function contractRoutes(root: string): Routes {
  return {
    ...orderRoutes(root),
    ...leverageRoutes(root),
    ...commissionRoutes(root),
    ...incomeRoutes(root),
    [`GET ${root}/account`]: signed(contractAccount),
    [`GET ${root}/positionRisk`]: signed(positionRisk),
    ...dualRoutes(root),
  };
}
