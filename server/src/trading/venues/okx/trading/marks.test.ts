import { describe, expect, it } from 'vitest';
import {
  okxFuture,
  okxSwap,
  okxTrading,
} from '../../../../../test/support/exchanges/okx/client.ts';
import { okxDialect } from './dialect.ts';

const rows = [
  { instId: 'BTC-USDT-SWAP', instType: 'SWAP', markPx: '60010.5', ts: '1743588686291' },
  { instId: 'ETH-USDT-SWAP', instType: 'SWAP', markPx: '3000', ts: '1743588686292' },
  { instId: 'X-USDT-SWAP', instType: 'SWAP', markPx: '', ts: '1743588686292' },
  { instId: 'BTC-USD-260327-60000-C', instType: 'OPTION', markPx: '1', ts: '1743588686292' },
];

describe('mark prices of okx', () => {
  it('are those of all contracts of a type in one list, each with its own stamp', async () => {
    const { asked, run } = await okxTrading(() => rows);
    const marks = await run(async (call) => okxDialect.perps?.marks(call, okxSwap));
    expect(marks).toEqual([
      { symbol: 'BTC/USDT:USDT', price: 60_010.5, atMs: 1_743_588_686_291 },
      { symbol: 'ETH/USDT:USDT', price: 3_000, atMs: 1_743_588_686_292 },
    ]);
    expect(asked.map(({ path, query }) => [path, query])).toEqual([
      ['/api/v5/public/mark-price', { instType: 'SWAP' }],
    ]);
    expect(okxDialect.perps?.tellsAllMarks).toBe(true);
  });

  it('are told of what expires as well', async () => {
    const { asked, run } = await okxTrading(() => []);
    expect(await run(async (call) => okxDialect.perps?.marks(call, okxFuture))).toEqual([]);
    expect(asked[0]?.query).toEqual({ instType: 'FUTURES' });
  });
});
