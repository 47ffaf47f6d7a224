import { open, type Routes, signed } from '../call.ts';
import { publicRoutes } from '../publicRoutes.ts';
import { accountRoutes } from './account.ts';
import { leverageBracket } from './brackets.ts';
import { conditionalRoutes } from './conditionals.ts';
import { fundingRoutes } from './fundingInfo.ts';
import { incomeRoutes } from './income.ts';
import { futuresInfo } from './info.ts';
import { markKlineRoutes } from './markKlines.ts';
import { countdownRoutes, orderRoutes } from './orders.ts';
import { settingsRoutes } from './settingsRoutes.ts';

/** Routes of dapi.binance.com: sizes are contracts, money is in the base. */
export const coinmRoutes: Routes = {
  ...publicRoutes('/dapi/v1'),
  'GET /dapi/v1/exchangeInfo': open(futuresInfo),
  ...fundingRoutes('/dapi/v1'),
  ...markKlineRoutes('/dapi/v1'),
  ...orderRoutes('/dapi/v1'),
  ...countdownRoutes('/dapi/v1'),
  ...conditionalRoutes('/dapi/v1'),
  ...settingsRoutes('/dapi/v1'),
  ...incomeRoutes('/dapi/v1'),
  'GET /dapi/v1/leverageBracket': signed(leverageBracket),
  'GET /dapi/v2/leverageBracket': signed(leverageBracket),
  ...accountRoutes('/dapi', [{ path: '/v1', isShort: false }]),
};
