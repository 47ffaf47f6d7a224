import { decimalsOf } from '../exchange/amounts.ts';
import type { Traits } from '../exchange/traits.ts';

/** Wallet of perpetuals, the only one with orders. */
export const wallet = 'perp';

export const hyperliquidTraits: Traits = {
  /** Returns the coin: `BTC` or `kPEPE`. */
  idOf({ kind, base }) {
    if (kind !== 'swap') throw new RangeError(`There are perpetuals here, and no ${kind}`);
    return base;
  },
  walletOf: () => wallet,
  marketTraits: () => ({
    // An immediate order is a limit order here, and a stop order has a limit as well.
    orderTypes: ['limit', 'stop_loss_limit', 'take_profit_limit'],
    timeInForce: ['GTC', 'IOC', 'POST_ONLY'],
    spotFeeAsset: 'quote',
    refusesPassedStop: true,
  }),
  // Only the decimals of sizes are published, and a step of one has none.
  unpublishedFilters: ({ lot }) =>
    decimalsOf(lot) === 0 ? ['tick', 'lot', 'minimum'] : ['tick', 'minimum'],
  /** A refused order is in the history, with the reason as its status. */
  takenAndEnded: () => [
    'WOULD_TAKE',
    'WOULD_TRIGGER',
    'REDUCE_ONLY_NOTHING',
    'INSUFFICIENT_BALANCE',
  ],
};
