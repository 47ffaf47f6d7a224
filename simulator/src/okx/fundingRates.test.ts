import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../test/support/okx.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const told = async (target: string) => (await bench.raw('GET', `/api/v5/${target}`)).json;
const hourMs = 3_600_000;

describe('the funding rate', () => {
  it('is that of the running window, and ends with it', async () => {
    const { data } = await told('public/funding-rate?instId=BTC-USDT-SWAP');
    // The bench starts at the beginning of a window.
    const end = startedAt + 8 * hourMs;
    expect(data).toMatchObject([
      {
        instType: 'SWAP',
        instId: 'BTC-USDT-SWAP',
        fundingRate: '0.0001',
        method: 'current_period',
        nextFundingRate: '',
        fundingTime: String(end),
        nextFundingTime: String(end + 8 * hourMs),
        ts: String(startedAt),
      },
    ]);
  });

  it('has a next one where that is published', async () => {
    const terms = { rate: '-0.0002', nextRate: '0.0003', intervalHours: 4 };
    bench.simulator.publishFunding('okx', 'BTC/USDT:USDT', terms);
    const [row] = (await told('public/funding-rate?instId=BTC-USDT-SWAP')).data;
    expect(row).toMatchObject({ method: 'next_period', fundingRate: '-0.0002' });
    expect(row.nextFundingRate).toBe('0.0003');
    expect(Number(row.nextFundingTime) - Number(row.fundingTime)).toBe(4 * hourMs);
  });

  it('is one of swaps alone', async () => {
    expect(await told('public/funding-rate?instId=BTC-USDT')).toMatchObject({ code: '51000' });
    expect(await told('public/funding-rate?instId=X')).toMatchObject({ code: '51001' });
    expect(await told('public/funding-rate')).toMatchObject({ code: '50014' });
  });
});

it('the index is that of a pair', async () => {
  const { data } = await told('market/index-tickers?instId=BTC-USDT');
  expect(data).toMatchObject([{ instId: 'BTC-USDT', idxPx: '100.5', ts: String(startedAt) }]);
  expect(await told('market/index-tickers?instId=BTC-USDT-SWAP')).toMatchObject({ code: '51001' });
});
