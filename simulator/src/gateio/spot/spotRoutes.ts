import { type Call, type Routes, signedBy } from '../call.ts';
import { text } from '../wire.ts';
import { spotBookRoutes } from './accountBook.ts';
import { orderRoutes } from './orders.ts';
import { priceOrderRoutes } from './priceOrders.ts';
import { publicRoutes } from './publicRoutes.ts';

export const spotRoutes: Routes = {
  ...publicRoutes,
  ...orderRoutes,
  ...priceOrderRoutes,
  ...spotBookRoutes,
  'GET /spot/accounts': signedBy(accounts),
};

function accounts({ exchange, account, wallet, query }: Call): object[] {
  const one = query.text('currency');
  return exchange.accounts
    .wallets(account, wallet)
    .filter(({ asset }) => one === undefined || asset === one)
    .map(({ asset, total, reserved }) => ({
      currency: asset,
      available: text(total - reserved),
      // The locked part of a unified account is only shown at another endpoint.
      locked: text(account.unifiedMode === undefined ? reserved : 0n),
      update_id: 1,
    }));
}
