import { expect, it } from 'vitest';
import { symbolOf } from '../../../test/support/paper/fixture.ts';
import type { VenuePosition } from '../venues/perpsPort.ts';
import { exposuresOf } from './exposure.ts';

const position = (symbol: string, changes: Partial<VenuePosition>): VenuePosition => ({
  symbol: symbolOf(symbol),
  marketType: 'swap',
  side: 'short',
  contracts: 1,
  contractSize: 1,
  entryPrice: undefined,
  markPrice: 100_000,
  notional: undefined,
  leverage: undefined,
  unrealizedPnl: undefined,
  marginMode: undefined,
  liquidationPrice: undefined,
  collateral: undefined,
  maintenanceMargin: undefined,
  updatedAtMs: undefined,
  info: {},
  ...changes,
});

it('nets what is held above the baseline with what the contracts come to', () => {
  const found = exposuresOf({
    wallets: [{ BTC: '10.3', USDT: '5' }, { BTC: '10' }],
    baseline: [{ BTC: '10' }, { BTC: '10' }],
    positions: [position('BTC/USDT:USDT', { contracts: 3, contractSize: 0.1 })],
  });
  expect(found).toContainEqual({
    asset: 'BTC',
    held: 20.3,
    baseline: 20,
    spot: 0.3,
    perp: -0.3,
    net: 0,
  });
  expect(found.map(({ asset }) => asset)).toEqual(['BTC', 'USDT']);
});

it('counts both legs of a hedged symbol, and an inverse contract in its base', () => {
  const [btc] = exposuresOf({
    wallets: [],
    baseline: [],
    positions: [
      position('BTC/USDT:USDT', { side: 'long', contracts: 2 }),
      position('BTC/USDT:USDT', { contracts: 0.5 }),
      position('BTC/USD:BTC', { contracts: 1_000, contractSize: 100 }),
    ],
  });
  expect(btc).toMatchObject({ held: 0, spot: 0, perp: 0.5, net: 0.5 });
});

it('leaves out assets of which there is and was nothing', () => {
  expect(exposuresOf({ wallets: [{ DOGE: '0' }], baseline: [], positions: [] })).toEqual([]);
});
