import { decimalsOf } from '../exchange/amounts.ts';
import type { MarketDefinition } from '../exchange/definition.ts';
import type { Traits } from '../exchange/traits.ts';
import { wallet } from './call.ts';
import { pairId } from './pairs.ts';

export const krakenTraits: Traits = {
  idOf: ({ base, quote }) => pairId(base, quote),
  walletOf,
  marketTraits: () => ({
    orderTypes: [
      ...(['market', 'limit', 'stop_loss', 'stop_loss_limit'] as const),
      ...(['take_profit', 'take_profit_limit'] as const),
    ],
    timeInForce: ['GTC', 'IOC', 'FOK', 'POST_ONLY'],
    // `fciq`, the exchange's default.
    spotFeeAsset: 'quote',
    refusesPassedStop: false,
  }),
  // The exchange publishes only the decimals of volumes.
  unpublishedFilters: ({ lot }) => (decimalsOf(lot) === 0 ? ['lot'] : []),
  // The exchange acknowledges every order that it can read, and ends it afterwards.
  takenAndEnded: () => ['WOULD_TAKE', 'CANNOT_FILL_ALL', 'NO_LIQUIDITY'],
};

function walletOf({ kind }: MarketDefinition): string {
  if (kind !== 'spot') throw new RangeError('kraken has spot markets; krakenfutures has others');
  return wallet;
}
