import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/okx.ts';

const placing = 'POST /api/v5/trade/order';
const algos = 'POST /api/v5/trade/order-algo';
const setMode = 'POST /api/v5/account/set-position-mode';
const positions = 'GET /api/v5/account/positions';
const instId = 'BTC-USDT-SWAP';
const market = { instId, tdMode: 'cross', ordType: 'market' };
const openLong = { ...market, side: 'buy', posSide: 'long', sz: '200' };
const openShort = { ...market, side: 'sell', posSide: 'short', sz: '100' };
const closeLong = { ...market, side: 'sell', posSide: 'long', sz: '200' };
const closeShort = { ...market, side: 'buy', posSide: 'short', sz: '100' };

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const hedge = () => bench.ok(setMode, { posMode: 'long_short_mode' });
type Row = Readonly<Record<string, unknown>>;
const held = async () => (await bench.ok(positions)).map(({ posSide, pos }: Row) => [posSide, pos]);

describe('the position mode at okx', () => {
  it('is told by the account, and may be set again', async () => {
    expect(await hedge()).toEqual([{ posMode: 'long_short_mode' }]);
    expect(await hedge()).toEqual([{ posMode: 'long_short_mode' }]);
    expect((await bench.one('GET /api/v5/account/config')).posMode).toBe('long_short_mode');
  });

  it('stays as it is while an order of contracts or a position is open', async () => {
    const limit = { ...market, ordType: 'limit', side: 'buy', sz: '100', px: '90' };
    const { ordId } = await bench.one(placing, limit);
    const change = { posMode: 'long_short_mode' };
    expect((await bench.no(setMode, change))[1]).toBe('59000');
    await bench.ok('POST /api/v5/trade/cancel-order', { instId, ordId });
    await bench.ok(placing, { ...market, side: 'buy', sz: '100' });
    expect((await bench.no(setMode, change))[1]).toBe('59000');
  });

  it('decides which orders are taken', async () => {
    const wrong = ['51000', 'Parameter posSide error'];
    const stop = { slTriggerPx: '95', slTriggerPxType: 'last', slOrdPx: '-1' };
    expect(await bench.noOrder(placing, openLong)).toEqual(wrong);
    await hedge();
    for (const posSide of ['', 'net']) {
      expect(await bench.noOrder(placing, { ...openLong, posSide })).toEqual(wrong);
      const algo = { ...openLong, ordType: 'conditional', ...stop, posSide };
      expect(await bench.noOrder(algos, algo)).toEqual(wrong);
    }
    expect((await bench.noOrder(placing, closeLong))[0]).toBe('51169');
    // Spot has no positions.
    const spot = { instId: 'BTC-USDT', tdMode: 'cash', side: 'sell', ordType: 'market', sz: '1' };
    await bench.ok(placing, spot);
  });
});

describe('both positions of a contract at okx', () => {
  beforeEach(hedge);

  it('are open at once, above zero, and each is closed by itself', async () => {
    await bench.ok(placing, openLong);
    await bench.ok(placing, openShort);
    expect(await held()).toEqual([
      ['long', '200'],
      ['short', '100'],
    ]);
    // The flag has no effect there.
    await bench.ok(placing, { ...closeShort, reduceOnly: false });
    expect(await held()).toEqual([['long', '200']]);
    await bench.ok(placing, closeLong);
    expect(await held()).toEqual([]);
    const fills = await bench.ok('GET /api/v5/trade/fills', { instType: 'SWAP' });
    expect(fills.map(({ posSide }: Row) => posSide).toSorted()).toEqual([
      'long',
      'long',
      'short',
      'short',
    ]);
  });

  it('are what a stop closes, or opens beside the other', async () => {
    await bench.ok(placing, openLong);
    const stop = {
      instId,
      tdMode: 'cross',
      ordType: 'conditional',
      side: 'sell',
      sz: '100',
      slTriggerPx: '95',
      slTriggerPxType: 'last',
      slOrdPx: '-1',
    };
    await bench.ok(algos, { ...stop, posSide: 'long' });
    await bench.ok(algos, { ...stop, posSide: 'short' });
    bench.show(90, 91);
    expect(await held()).toEqual([
      ['long', '100'],
      ['short', '100'],
    ]);
  });

  it('have their leverage told one by one, and set by name where they are isolated', async () => {
    const setting = 'POST /api/v5/account/set-leverage';
    const isolated = { instId, mgnMode: 'isolated', lever: '4' };
    expect((await bench.no(setting, isolated))[1]).toBe('51000');
    expect(await bench.ok(setting, { ...isolated, posSide: 'short' })).toEqual([
      { ...isolated, posSide: 'short' },
    ]);
    const rows = await bench.ok('GET /api/v5/account/leverage-info', {
      instId,
      mgnMode: 'isolated',
    });
    expect(rows.map(({ posSide, lever }: Row) => [posSide, lever])).toEqual([
      ['long', '4'],
      ['short', '4'],
    ]);
  });
});
