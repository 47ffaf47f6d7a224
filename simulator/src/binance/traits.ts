import type { OrderType, Reason, TimeInForce } from '@windlass/matching';
import type { MarketDefinition } from '../exchange/definition.ts';
import { yymmdd } from '../exchange/market.ts';
import type { Traits } from '../exchange/traits.ts';
import type { Wallet } from './call.ts';

const conditional: readonly OrderType[] = [
  'market',
  'limit',
  'stop_loss',
  'stop_loss_limit',
  'take_profit',
  'take_profit_limit',
];
const timeInForce: readonly TimeInForce[] = ['GTC', 'IOC', 'FOK', 'POST_ONLY'];

export const binanceTraits: Traits = {
  /** Returns `BTCUSDT` or `BTCUSD_PERP`, and with a date `BTCUSDT_261225`. */
  idOf({ base, quote, kind, expiry, ...definition }) {
    const pair = `${base}${quote}`;
    if (kind === 'future') return `${pair}_${yymmdd(expiry)}`;
    return kind === 'swap' && definition.isInverse === true ? `${pair}_PERP` : pair;
  },
  walletOf,
  marketTraits: ({ kind }) => ({
    orderTypes: [...conditional, kind === 'spot' ? 'oco' : 'trailing_stop'],
    timeInForce,
    spotFeeAsset: 'received',
    refusesPassedStop: true,
  }),
  hedgedWallets: ['usdm', 'coinm'],
  takenAndEnded: (definition) => expiring[walletOf(definition)],
};

/** Reasons for which an order is recorded as expired instead of refused. */
const expiring: Readonly<Record<Wallet, readonly Reason[]>> = {
  spot: ['NO_LIQUIDITY', 'CANNOT_FILL_ALL'],
  usdm: ['NO_LIQUIDITY'],
  coinm: ['NO_LIQUIDITY', 'CANNOT_FILL_ALL', 'WOULD_TAKE'],
};

function walletOf({ kind, isInverse }: MarketDefinition): Wallet {
  if (kind === 'spot') return 'spot';
  return isInverse === true ? 'coinm' : 'usdm';
}
