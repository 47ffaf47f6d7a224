import { open, type Routes, signed } from '../call.ts';
import { publicRoutes } from '../publicRoutes.ts';
import { coins } from './coins.ts';
import { pairRoutes } from './pairs.ts';
import { restrictions } from './restrictions.ts';
import { spotAccountRoutes } from './spotAccount.ts';
import { spotInfo } from './spotInfo.ts';
import { spotOrderRoutes } from './spotOrders.ts';
import { transferRoutes } from './transfers.ts';

/** Routes of api.binance.com. */
export const spotRoutes: Routes = {
  ...publicRoutes('/api/v3'),
  'GET /api/v3/exchangeInfo': open(spotInfo),
  ...spotOrderRoutes,
  ...pairRoutes,
  ...spotAccountRoutes,
  ...transferRoutes,
  'GET /sapi/v1/account/apiRestrictions': signed(restrictions),
  'GET /sapi/v1/capital/config/getall': signed(coins),
  // No lending is simulated.
  'GET /sapi/v1/margin/allPairs': { security: 'key', answer: () => [] },
  'GET /sapi/v1/margin/isolated/allPairs': signed(() => []),
};
