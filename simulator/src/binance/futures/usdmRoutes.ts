import { open, type Routes, signed } from '../call.ts';
import { publicRoutes } from '../publicRoutes.ts';
import { listenKeyRoutes } from '../streams/listenKeyRoutes.ts';
import { accountRoutes } from './account.ts';
import { leverageBracket } from './brackets.ts';
import { conditionalRoutes } from './conditionals.ts';
import { fundingRoutes } from './fundingInfo.ts';
import { incomeRoutes } from './income.ts';
import { futuresInfo } from './info.ts';
import { markKlineRoutes } from './markKlines.ts';
import { countdownRoutes, orderRoutes } from './orders.ts';
import { settingsRoutes } from './settingsRoutes.ts';

/** Routes of fapi.binance.com. */
export const usdmRoutes: Routes = {
  ...publicRoutes('/fapi/v1'),
  'GET /fapi/v1/exchangeInfo': open(futuresInfo),
  ...fundingRoutes('/fapi/v1'),
  ...markKlineRoutes('/fapi/v1'),
  ...orderRoutes('/fapi/v1'),
  ...countdownRoutes('/fapi/v1'),
  ...conditionalRoutes('/fapi/v1'),
  ...settingsRoutes('/fapi/v1'),
  ...incomeRoutes('/fapi/v1'),
  ...listenKeyRoutes('/fapi/v1'),
  'GET /fapi/v1/leverageBracket': signed(leverageBracket),
  ...accountRoutes('/fapi', [
    { path: '/v2', isShort: false },
    { path: '/v3', isShort: true },
  ]),
};
