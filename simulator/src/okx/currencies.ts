import { assetsOf } from '../exchange/assets.ts';
import { type Call, type Routes, signed, wallet } from './call.ts';

export const currencyRoutes: Routes = { 'GET /api/v5/asset/currencies': signed(currencies) };

/** What no test asks about. */
const others = {
  ...{ logoLink: '', mainNet: true, minFee: '0', maxFee: '0', fee: '0', minWd: '0', maxWd: '0' },
  ...{ wdTickSz: '8', wdQuota: '0', usedWdQuota: '0', minDep: '0', burningFeeRate: '' },
} as const;

/** One chain of each currency, over which nothing comes in or goes out. */
function currencies({ exchange, fields }: Call): readonly object[] {
  const wanted = fields.text('ccy')?.split(',');
  return assetsOf(exchange.markets(wallet))
    .filter((ccy) => wanted?.includes(ccy) ?? true)
    .map((ccy) => ({
      ...{ ccy, name: ccy, chain: `${ccy}-${ccy}`, ...others },
      ...{ canDep: false, canWd: false, canInternal: false },
    }));
}
