import type { OrderType, TimeInForce } from '@windlass/matching';
import type { MarketDefinition } from '../exchange/definition.ts';
import type { Traits } from '../exchange/traits.ts';

/** The exchange's kinds of markets. */
export type Category = 'spot' | 'linear' | 'inverse';

/** Name of the one wallet of a unified account. */
export const unified = 'unified';

const conditional: readonly OrderType[] = [
  'market',
  'limit',
  'stop_loss',
  'stop_loss_limit',
  'take_profit',
  'take_profit_limit',
];
const timeInForce: readonly TimeInForce[] = ['GTC', 'IOC', 'FOK', 'POST_ONLY'];

export const bybitTraits: Traits = {
  idOf,
  walletOf: () => unified,
  marketTraits: (definition) => ({
    orderTypes: definition.kind === 'spot' ? conditional : [...conditional, 'trailing_stop'],
    timeInForce,
    spotFeeAsset: 'received',
    refusesPassedStop: true,
    // Hedge mode exists for perpetuals in USDT only.
    ...(canHedge(definition) ? {} : { isOneWay: true }),
  }),
  hedgedWallets: [unified],
  // The exchange acknowledges these, and ends them a moment later.
  takenAndEnded: () => ['WOULD_TAKE', 'CANNOT_FILL_ALL', 'NO_LIQUIDITY'],
};

export function categoryOf({ kind, isInverse }: MarketDefinition): Category {
  if (kind === 'spot') return 'spot';
  return isInverse === true ? 'inverse' : 'linear';
}

function canHedge({ kind, quote, isInverse }: MarketDefinition): boolean {
  return kind === 'swap' && quote === 'USDT' && isInverse !== true;
}

/**
 * Returns names such as `BTCUSDT`, `BTCPERP` and `BTCUSD`; for futures `BTCUSDT-25DEC26`,
 * `BTC-25DEC26` and `BTCUSDZ26`.
 */
function idOf({ base, quote, kind, isInverse, expiry }: MarketDefinition): string {
  if (kind === 'spot') return `${base}${quote}`;
  const isCoin = isInverse === true;
  if (kind === 'swap') return `${base}${quote === 'USDC' && !isCoin ? 'PERP' : quote}`;
  if (expiry === undefined) throw new RangeError('A future needs its expiry');
  const date = new Date(expiry);
  const year = String(date.getUTCFullYear()).slice(2);
  if (isCoin) return `${base}${quote}${monthLetters[date.getUTCMonth()] ?? ''}${year}`;
  const month = monthNames[date.getUTCMonth()] ?? '';
  const day = String(date.getUTCDate()).padStart(2, '0');
  return `${base}${quote === 'USDC' ? '' : quote}-${day}${month}${year}`;
}

const monthLetters = 'FGHJKMNQUVXZ';
const monthNames = [
  'JAN',
  'FEB',
  'MAR',
  'APR',
  'MAY',
  'JUN',
  'JUL',
  'AUG',
  'SEP',
  'OCT',
  'NOV',
  'DEC',
];
