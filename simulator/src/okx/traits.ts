import type { MarketDefinition } from '../exchange/definition.ts';
import { yymmdd } from '../exchange/market.ts';
import type { Traits } from '../exchange/traits.ts';
import { wallet } from './call.ts';

export const okxTraits: Traits = {
  /** Returns `BTC-USDT` or `BTC-USDT-SWAP`, and for a future with its date `BTC-USDT-261225`. */
  idOf({ base, quote, kind, expiry }) {
    const pair = `${base}-${quote}`;
    if (kind === 'future') return `${pair}-${yymmdd(expiry)}`;
    return kind === 'swap' ? `${pair}-SWAP` : pair;
  },
  walletOf: () => wallet,
  marketTraits: ({ kind }) => ({
    orderTypes: [
      ...(['market', 'limit', 'stop_loss', 'stop_loss_limit'] as const),
      ...(['take_profit', 'take_profit_limit'] as const),
      kind === 'spot' ? 'oco' : 'trailing_stop',
    ],
    timeInForce: ['GTC', 'IOC', 'FOK', 'POST_ONLY'],
    spotFeeAsset: 'received',
    refusesPassedStop: true,
  }),
  hedgedWallets: [wallet],
  // The exchange accepts them, and cancels them at once.
  takenAndEnded: () => ['NO_LIQUIDITY', 'CANNOT_FILL_ALL', 'WOULD_TAKE'],
};

const instTypes = { spot: 'SPOT', swap: 'SWAP', future: 'FUTURES' } as const;

/** Returns the family of a contract, which all contracts of one index share: `BTC-USDT`. */
export function familyOf({ base, quote }: MarketDefinition): string {
  return `${base}-${quote}`;
}

export type InstType = (typeof instTypes)[MarketDefinition['kind']];

export const instTypeWords = Object.values(instTypes);

export function instTypeOf({ kind }: MarketDefinition): InstType {
  return instTypes[kind];
}
