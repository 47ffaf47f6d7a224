import { describe, expect, it } from 'vitest';
import {
  type OkxAnswer,
  okxFuture,
  okxMarkets,
  okxSwap,
  okxTrading,
} from '../../../../../test/support/exchanges/okx/client.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { okxDialect } from './dialect.ts';

/** Position as documented (GET /api/v5/account/positions), in hundredths of a bitcoin. */
const row = {
  instType: 'SWAP',
  instId: 'BTC-USDT-SWAP',
  posSide: 'net',
  pos: '250',
  ccy: 'USDT',
  avgPx: '60000.4',
  markPx: '60100.2',
  upl: '249.5',
  lever: '10',
  mgnMode: 'cross',
  imr: '15025.05',
  margin: '',
  mmr: '601.002',
  liqPx: '54321.9',
  notionalUsd: '150175.1',
  cTime: '1724751300000',
  uTime: '1724751390000',
  posId: '307173036051017730',
};

async function read(
  rows: OkxAnswer,
  symbol?: InstrumentSymbol,
  marketType: 'swap' | 'future' = 'swap',
) {
  const { asked, run } = await okxTrading(() => rows);
  const positions = await run(async (call) =>
    okxDialect.perps?.positions(call, marketType, symbol),
  );
  return { asked, positions: positions ?? [] };
}

describe('a position', () => {
  it('is told in contracts, with its worth at the mark and the margin it was given', async () => {
    const { asked, positions } = await read([row]);
    expect(asked).toEqual([
      {
        method: 'GET',
        path: '/api/v5/account/positions',
        body: undefined,
        query: { instType: 'SWAP' },
      },
    ]);
    expect(positions).toEqual([
      {
        ...okxSwap,
        side: 'long',
        contracts: 250,
        contractSize: 0.01,
        // 2.5 bitcoins, and not the venue's amount of dollars.
        entryPrice: 60_000.4,
        markPrice: 60_100.2,
        notional: 150_250.5,
        leverage: 10,
        unrealizedPnl: 249.5,
        marginMode: 'cross',
        liquidationPrice: 54_321.9,
        collateral: 15_025.05,
        maintenanceMargin: 601.002,
        updatedAtMs: 1_724_751_390_000,
        info: row,
      },
    ]);
  });

  it('below zero is a short one', async () => {
    const { positions } = await read([{ ...row, pos: '-0.5' }]);
    expect(positions).toMatchObject([{ side: 'short', contracts: 0.5, notional: 300.501 }]);
  });

  it('says its side where an account in hedge mode has two', async () => {
    const both = [
      { ...row, posSide: 'long', pos: '3' },
      { ...row, posSide: 'short', pos: '2' },
    ];
    const { positions } = await read(both);
    expect(positions).toMatchObject([
      { symbol: okxSwap.symbol, side: 'long', contracts: 3 },
      { symbol: okxSwap.symbol, side: 'short', contracts: 2 },
    ]);
  });

  it('has what it was given where it is isolated', async () => {
    const { positions } = await read([{ ...row, mgnMode: 'isolated', imr: '', margin: '20000.1' }]);
    expect(positions).toMatchObject([{ marginMode: 'isolated', collateral: 20_000.1 }]);
  });

  it('settled in its base is worth its contracts in the quote, at every price', async () => {
    const inverse = { instId: 'BTC-USD-SWAP', pos: '-7', ccy: 'BTC', upl: '0.0003', imr: '0.001' };
    const { positions } = await read([{ ...row, ...inverse }]);
    expect(positions).toMatchObject([
      {
        symbol: 'BTC/USD:BTC',
        side: 'short',
        contracts: 7,
        contractSize: 100,
        notional: 700,
        unrealizedPnl: 0.0003,
        collateral: 0.001,
      },
    ]);
  });

  it('of a contract with a multiplier counts that', async () => {
    const future = { instType: 'FUTURES', instId: 'ETH-USDT-261225', pos: '5', markPx: '2000' };
    const { asked, positions } = await read([{ ...row, ...future }], okxFuture.symbol, 'future');
    expect(asked[0]?.query).toEqual({ instType: 'FUTURES', instId: 'ETH-USDT-261225' });
    expect(positions).toMatchObject([{ ...okxFuture, contractSize: 0.2, notional: 2_000 }]);
  });

  it('is silent of what the venue leaves blank', async () => {
    const blank = { avgPx: '', markPx: '', upl: '', lever: '', mgnMode: '', imr: '', mmr: '' };
    const { positions } = await read([{ ...row, ...blank, liqPx: '0', uTime: '' }]);
    const [position] = positions;
    expect(position).toMatchObject({ ...okxSwap, contracts: 250 });
    const told = Object.entries(position ?? {}).filter(([, value]) => value !== undefined);
    const names = ['symbol', 'marketType', 'side', 'contracts', 'contractSize', 'info'];
    expect(told.map(([name]) => name)).toEqual(names);
  });
});

it('positions that are closed, or of what we do not trade, are left out', async () => {
  const rows = ['0', '', '-0'].map((pos) => ({ ...row, pos }));
  const options = { ...row, instId: 'BTC-USD-261225-60000-C' };
  expect((await read([...rows, options])).positions).toEqual([]);
  expect(okxMarkets).toContainEqual(expect.objectContaining({ id: 'BTC-USD-SWAP' }));
});
