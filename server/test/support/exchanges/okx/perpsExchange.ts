import { type SimulatedMarket, type SimulatedVenue, usualSteps } from '../simulated.ts';
import { okxSimulated } from './exchange.ts';

const swap = { kind: 'swap', ...usualSteps, minNotional: '0' } as const;

/** A linear one with contracts of another size, and one of 100 dollars settled in its base. */
const more: readonly SimulatedMarket[] = [
  {
    symbol: 'ETH/USDT:USDT',
    marketType: 'swap',
    at: 'okx',
    definition: {
      ...swap,
      base: 'ETH',
      quote: 'USDT',
      contractSize: '0.1',
      lot: '0.1',
      minQuantity: '0.1',
      leverageMax: 50,
    },
  },
  {
    symbol: 'BTC/USD:BTC',
    marketType: 'swap',
    at: 'okx',
    definition: {
      ...swap,
      base: 'BTC',
      quote: 'USD',
      contractSize: '100',
      isInverse: true,
      lot: '1',
      minQuantity: '1',
    },
  },
];

/** okx with several swaps. */
export const okxPerpsSimulated: SimulatedVenue = {
  ...okxSimulated,
  markets: [...okxSimulated.markets, ...more],
};
