import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../test/support/okx.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

/** Returns the answer to a public query. */
async function told(target: string) {
  const { status, json } = await bench.raw('GET', `/api/v5/${target}`);
  expect([status, json.code]).toEqual([200, '0']);
  return json.data;
}

async function refused(target: string) {
  const { status, json } = await bench.raw('GET', `/api/v5/${target}`);
  return [status, json.code, json.data];
}

const ts = String(startedAt);

describe('the list of instruments', () => {
  it('tells spot by its currencies', async () => {
    const [spot, ...others] = await told('public/instruments?instType=SPOT');
    expect(others).toEqual([]);
    expect(spot).toMatchObject({
      instType: 'SPOT',
      instId: 'BTC-USDT',
      baseCcy: 'BTC',
      quoteCcy: 'USDT',
      uly: '',
      tickSz: '0.1',
      lotSz: '0.00000001',
      minSz: '0.00001',
      ctVal: '',
      settleCcy: '',
      state: 'live',
      expTime: '',
    });
  });

  it('tells contracts by what one of them is worth', async () => {
    const swaps = await told('public/instruments?instType=SWAP');
    expect(swaps).toMatchObject([
      {
        instId: 'BTC-USDT-SWAP',
        uly: 'BTC-USDT',
        settleCcy: 'USDT',
        baseCcy: '',
        ctVal: '0.01',
        ctMult: '1',
        ctValCcy: 'BTC',
        ctType: 'linear',
        lotSz: '0.01',
      },
      {
        instId: 'BTC-USD-SWAP',
        uly: 'BTC-USD',
        settleCcy: 'BTC',
        ctVal: '100',
        ctValCcy: 'USD',
        ctType: 'inverse',
        lotSz: '1',
      },
    ]);
    const futures = await told('public/instruments?instType=FUTURES');
    expect(futures).toMatchObject([
      { instType: 'FUTURES', instId: 'BTC-USDT-270326', expTime: '1806048000000' },
    ]);
    const one = await told('public/instruments?instType=SWAP&instId=BTC-USD-SWAP');
    expect(one).toHaveLength(1);
  });

  it('wants the kind, and the name of one that is there', async () => {
    expect(await refused('public/instruments')).toEqual([400, '50014', []]);
    expect(await refused('public/instruments?instType=MOON')).toEqual([200, '51000', []]);
    expect(await refused('public/instruments?instType=SPOT&instId=X')).toEqual([200, '51001', []]);
    expect(await told('public/instruments?instType=OPTION')).toEqual([]);
  });
});

describe('prices', () => {
  it('are those of the shown book', async () => {
    const [book] = await told('market/books?instId=BTC-USDT-SWAP&sz=5');
    expect(book).toEqual({
      asks: [['101', '400', '0', '1']],
      bids: [['100', '400', '0', '1']],
      ts,
      seqId: expect.any(Number),
    });
    expect(await refused('market/books?instId=BTC-USDT&sz=401')).toEqual([200, '51000', []]);
    const [one] = await told('market/ticker?instId=BTC-USDT');
    const best = { bidPx: '100', bidSz: '4', askPx: '101', askSz: '4', last: '100.5', ts };
    expect(one).toMatchObject({ instType: 'SPOT', instId: 'BTC-USDT', ...best });
    expect(await told('market/tickers?instType=SPOT')).toEqual([one]);
    expect(await told('public/mark-price?instType=SPOT')).toEqual([
      { instType: 'SPOT', instId: 'BTC-USDT', markPx: '100.5', ts },
    ]);
  });
});

describe('a path that is not simulated', () => {
  it('says so', async () => {
    const { status, json } = await bench.raw('GET', '/api/v5/asset/deposit-address');
    const msg = 'The simulator does not know GET /api/v5/asset/deposit-address';
    expect([status, json]).toEqual([404, { code: '-1', msg, data: [] }]);
  });
});

describe('a planned error', () => {
  const fail = (code: string) =>
    bench.simulator.fail('okx', {
      match: ({ method }) => method === 'POST',
      times: 1,
      when: 'before',
      how: { kind: 'exchangeError', code },
    });
  const limit = {
    instId: 'BTC-USDT',
    tdMode: 'cash',
    side: 'buy',
    ordType: 'limit',
    px: '9',
    sz: '1',
  };

  it('has the shape of what it is about', async () => {
    fail('51016');
    const known = await bench.noOrder('POST /api/v5/trade/order', limit);
    expect(known).toEqual(['51016', 'Client order ID already exists.']);
    fail('50011');
    const crowded = await bench.no('POST /api/v5/trade/order', limit);
    expect(crowded).toEqual([429, '50011', 'Too Many Requests']);
    fail('50026');
    expect((await bench.no('POST /api/v5/trade/order', limit))[0]).toBe(500);
    expect(bench.simulator.accepted('okx')).toBe(0);
  });
});
