import { decimalsOf } from '../exchange/amounts.ts';
import type { Traits } from '../exchange/traits.ts';

/** Of perpetuals, the only wallet with orders. */
export const wallet = 'perp';

export const hyperliquidTraits: Traits = {
  /** The coin: `BTC`, `kPEPE`. */
  idOf({ kind, base }) {
    if (kind !== 'swap') throw new RangeError(`There are perpetuals here, and no ${kind}`);
    return base;
  },
  walletOf: () => wallet,
  marketTraits: () => ({
    // Whatever takes at once is a limit order here, and one that sleeps has a limit as well.
    orderTypes: ['limit', 'stop_loss_limit', 'take_profit_limit'],
    timeInForce: ['GTC', 'IOC', 'POST_ONLY'],
    spotFeeAsset: 'quote',
    refusesPassedStop: true,
  }),
  // Sizes have so many decimals, and nothing else is told: a step of one has no other.
  unpublishedFilters: ({ lot }) =>
    decimalsOf(lot) === 0 ? ['tick', 'lot', 'minimum'] : ['tick', 'minimum'],
  /** What is refused is in the history with the reason as its status. */
  takenAndEnded: () => [
    'WOULD_TAKE',
    'WOULD_TRIGGER',
    'REDUCE_ONLY_NOTHING',
    'INSUFFICIENT_BALANCE',
  ],
};
