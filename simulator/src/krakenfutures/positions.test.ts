import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench, root, startedText } from '../../test/support/krakenfutures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const held = async () => (await bench.ok(`GET ${root}/openpositions`)).openPositions;
const market = { orderType: 'mkt', side: 'buy' } as const;

it('positions are told without their worth', async () => {
  expect(await held()).toEqual([]);
  await bench.order({ ...market, symbol: 'PF_XBTUSD', size: '2' });
  await bench.order({ ...market, side: 'sell', symbol: 'PI_XBTUSD', size: '300' });
  bench.show(110, 111);
  const shared = { fillTime: startedText, unrealizedFunding: 0 };
  expect(await held()).toEqual([
    {
      ...shared,
      side: 'long',
      symbol: 'PF_XBTUSD',
      price: 101,
      size: 2,
      pnlCurrency: 'USD',
    },
    { ...shared, side: 'short', symbol: 'PI_XBTUSD', price: 100, size: 300 },
  ]);
  await bench.order({ ...market, side: 'sell', symbol: 'PF_XBTUSD', size: '2' });
  expect(await held()).toMatchObject([{ symbol: 'PI_XBTUSD' }]);
});

it('an isolated position tells its leverage', async () => {
  const asked = { symbol: 'PF_XBTUSD', maxLeverage: '5' };
  await bench.ok(`PUT ${root}/leveragepreferences`, asked);
  await bench.order({ ...market, symbol: 'PF_XBTUSD', size: '1' });
  expect(await held()).toMatchObject([{ maxFixedLeverage: 5 }]);
});

it('a wallet tells what its positions have to keep, and one for coins as well', async () => {
  await bench.order({ ...market, symbol: 'PF_XBTUSD', size: '2' });
  await bench.order({ ...market, symbol: 'PI_XBTUSD', size: '300' });
  bench.show(110, 111);
  const { flex, fi_xbtusd } = (await bench.ok(`GET ${root}/accounts`)).accounts;
  // Half a percent of two at the middle price, and a twentieth of the cost.
  expect(flex).toMatchObject({ maintenanceMargin: 1.105, initialMargin: 10.1 });
  const { im, mm, lt } = fi_xbtusd.marginRequirements;
  expect(im).toBeCloseTo(300 / 101 / 20, 12);
  expect(mm).toBeCloseTo((0.005 * 300) / 110.5, 12);
  expect(lt).toBe(mm);
});
