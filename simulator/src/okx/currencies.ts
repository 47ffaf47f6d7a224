import { assetsOf } from '../exchange/assets.ts';
import { type Call, type Routes, signed, wallet } from './call.ts';

export const currencyRoutes: Routes = { 'GET /api/v5/asset/currencies': signed(currencies) };

/** Fields that no test reads. */
const others = {
  logoLink: '',
  mainNet: true,
  minFee: '0',
  maxFee: '0',
  fee: '0',
  minWd: '0',
  maxWd: '0',
  wdTickSz: '8',
  wdQuota: '0',
  usedWdQuota: '0',
  minDep: '0',
  burningFeeRate: '',
} as const;

/** Returns one chain for each currency, without deposits and withdrawals. */
function currencies({ exchange, fields }: Call): readonly object[] {
  const wanted = fields.text('ccy')?.split(',');
  return assetsOf(exchange.markets(wallet))
    .filter((ccy) => wanted?.includes(ccy) ?? true)
    .map((ccy) => ({
      ccy,
      name: ccy,
      chain: `${ccy}-${ccy}`,
      ...others,
      canDep: false,
      canWd: false,
      canInternal: false,
    }));
}
