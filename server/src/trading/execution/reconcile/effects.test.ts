import { describe, expect, it } from 'vitest';
import { formatExact } from '../../../kit/exact.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueFill } from '../../venues/venuePort.ts';
import {
  type AssetChange,
  derivativeChanges,
  spotChanges,
  type TrackedPosition,
} from './effects.ts';

function fill(changes: Partial<Omit<VenueFill, 'symbol'>> & { symbol?: string }): VenueFill {
  const { symbol = 'BTC/USDT', ...rest } = changes;
  return {
    venueTradeId: '1',
    venueOrderId: 'v',
    clientId: undefined,
    marketType: 'spot',
    side: 'buy',
    price: 100.1,
    quantity: '0.30',
    fee: '0',
    feeAsset: 'USDT',
    liquidity: 'maker',
    atMs: 0,
    symbol: symbol as InstrumentSymbol,
    ...rest,
  } as VenueFill;
}

const shown = (changes: readonly AssetChange[]) =>
  changes.map(({ asset, amount }) => `${asset} ${formatExact(amount)}`);

describe('what a spot fill moves', () => {
  it('is base against quote, and the fee, to the last digit', () => {
    expect(shown(spotChanges(fill({ fee: '0.00003', feeAsset: 'BTC' })))).toEqual([
      'BTC 0.3',
      'USDT -30.03',
      'BTC -0.00003',
    ]);
    expect(shown(spotChanges(fill({ side: 'sell', fee: '-0.1', feeAsset: 'BNB' })))).toEqual([
      'BTC -0.3',
      'USDT 30.03',
      'BNB 0.1',
    ]);
  });
});

describe('what fills of a derivative move', () => {
  type Trade = readonly [side: VenueFill['side'], quantity: string, price: number];
  const after = (symbol: string, ...trades: readonly Trade[]) => {
    let held: TrackedPosition | undefined;
    return trades.map(([side, quantity, price]) => {
      const one = fill({ symbol, marketType: 'swap', side, quantity, price });
      const { changes, position } = derivativeChanges(one, held);
      held = position;
      const [profit] = shown(changes);
      return `${profit}, holds ${position.units} for ${position.cost}`;
    });
  };

  it('is the profit taken at average cost', () => {
    const trades = after(
      'BTC/USDT:USDT',
      ['buy', '1', 100],
      ['buy', '1', 110],
      ['sell', '0.5', 120],
      ['sell', '1.5', 90],
    );
    expect(trades).toEqual([
      'USDT 0, holds 1 for 100',
      'USDT 0, holds 2 for 210',
      'USDT 7.5, holds 1.5 for 157.5',
      'USDT -22.5, holds 0 for 0',
    ]);
  });

  it('is that of a position turned round, which begins anew with the rest', () => {
    const trades = after('BTC/USDT:USDT', ['sell', '2', 100], ['buy', '3', 90], ['sell', '1', 95]);
    expect(trades).toEqual([
      'USDT 0, holds -2 for -200',
      'USDT 20, holds 1 for 90',
      'USDT 5, holds 0 for 0',
    ]);
  });

  it('has so many digits and no more, however often a part of a position is closed', () => {
    const rounds = Array.from({ length: 40 }, (_, round): Trade[] => [
      ['buy', '0.7', 101 + round],
      ['sell', '0.3', 100.7],
    ]);
    const trades = after('BTC/USDT:USDT', ...rounds.flat());
    expect(trades.at(-1)).toMatch(/^USDT -\d+\.\d{20,24}, holds 16 for \d{4}\.\d{20,24}$/);
  });

  it('is in the base where the contract is settled in it', () => {
    // 100 USD bought at 100 and sold at 125: 1 BTC in, 0.8 BTC out.
    const trades = after('BTC/USD:BTC', ['buy', '1', 100], ['sell', '0.8', 125]);
    expect(trades).toEqual(['BTC 0, holds 100 for -1', 'BTC 0.2, holds 0 for 0']);
  });
});
