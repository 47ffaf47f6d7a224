import type { OrderType, TimeInForce } from '@windlass/matching';
import { decimalsOf } from '../exchange/amounts.ts';
import type { MarketDefinition } from '../exchange/definition.ts';
import type { Traits } from '../exchange/traits.ts';

const orderTypes: readonly OrderType[] = [
  'market',
  'limit',
  'stop_loss',
  'stop_loss_limit',
  'take_profit',
  'take_profit_limit',
];
const timeInForce: readonly TimeInForce[] = ['GTC', 'IOC', 'FOK', 'POST_ONLY'];

export const gateioTraits: Traits = {
  /** Returns `BTC_USDT`, and with a date `BTC_USDT_20261225`. */
  idOf: ({ base, quote, kind, expiry }) =>
    kind === 'future' ? `${base}_${quote}_${dateOf(expiry)}` : `${base}_${quote}`,
  walletOf,
  marketTraits: () => ({
    orderTypes,
    timeInForce,
    spotFeeAsset: 'received',
    refusesPassedStop: true,
  }),
  // Pairs publish only numbers of decimals; contracts trade in whole numbers.
  unpublishedFilters: ({ kind, tick, lot }) => [
    ...(kind === 'spot' && decimalsOf(tick) === 0 ? (['tick'] as const) : []),
    ...(kind !== 'spot' || decimalsOf(lot) === 0 ? (['lot'] as const) : []),
  ],
  takenAndEnded: () => [],
};

/** Returns a market's wallet: one for spot, and one for each settlement asset of contracts. */
function walletOf({ kind, quote, base, isInverse, settle }: MarketDefinition): string {
  if (kind === 'spot') return 'spot';
  const asset = settle ?? (isInverse === true ? base : quote);
  return `${kind === 'swap' ? 'futures' : 'delivery'}/${asset.toLowerCase()}`;
}

function dateOf(expiry: number | undefined): string {
  if (expiry === undefined) throw new RangeError('A future needs its expiry');
  return new Date(expiry).toISOString().slice(0, 10).replaceAll('-', '');
}
