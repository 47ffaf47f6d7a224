import { describe, expect, it } from 'vitest';
import { databasePerTest } from '../../../../test/support/databases/databases.ts';
import {
  createReconcilerFixture,
  type ReconcilerFixture,
} from '../../../../test/support/execution/reconciler.ts';
import { scriptedPosition } from '../../../../test/support/execution/scriptedPerps.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueFill } from '../../venues/venuePort.ts';

const linear = 'BTC/USDT:USDT' as InstrumentSymbol;
const inverse = 'BTC/USD:BTC';
const database = databasePerTest('sqlite');
const open = async (tellsPerps = true): Promise<ReconcilerFixture> =>
  createReconcilerFixture(await database.open(), undefined, { tellsPerps });

/** An order of contracts that is large enough for all trades of a test. */
const contracts = { symbol: linear, marketType: 'swap', quantity: '99' } as const;

describe('a position', () => {
  it('that fills explain is no difference', async () => {
    const test = await open();
    await test.compare();
    await test.open('buy', contracts);
    await test.open('sell', { ...contracts, side: 'sell' });
    test.venue.trade('v-buy', '0.3');
    test.venue.trade('v-buy', '0.1');
    await test.compare();
    test.venue.trade('v-sell', '0.7');
    await test.compare();
    test.venue.trade('v-buy', '0.3');
    await test.compare();
    expect([test.found(), test.failures]).toEqual([[], []]);
  });

  it('that is closed by nobody here is found by the second look, once, and is taken over', async () => {
    const test = await open();
    await test.open('buy', contracts);
    test.venue.trade('v-buy', '0.5');
    await test.compare();
    test.venue.perps.hold(linear, '-0.5');
    await test.compare();
    expect(test.found()).toEqual(['position_changed: 0.5 / 0']);
    const [alert] = test.alerts;
    expect(alert).toMatchObject({ symbol: linear, marketType: 'swap' });
    expect(alert?.reason).toBe(
      'The position in BTC/USDT:USDT is off by -0.5 BTC from what the known fills come to. ' +
        'It may be a liquidation, auto-deleveraging or a trade by hand.',
    );
    expect(await test.stillSo()).toEqual(['position_changed']);
    test.venue.trade('v-buy', '0.25');
    await test.compare();
    expect([test.alerts.length, await test.stillSo()]).toEqual([1, []]);
  });

  it('that is told before its fill is, while a comparison looks, is no difference', async () => {
    const test = await open();
    const order = await test.open('buy', contracts);
    await test.compare();
    let calls = 0;
    test.venue.meanwhile = (verb) => {
      if (verb === 'positions') calls += 1;
      if (calls !== 1 || verb !== 'positions') return;
      const fill = test.venue.trade('v-buy', '0.5');
      test.venue.fills.pop();
      test.clock.schedule(1_000, () => test.venue.fills.push(fill));
    };
    await test.compare();
    await test.compare();
    expect([calls > 2, order.filled, test.found()]).toEqual([true, '0', []]);
  });

  it('in hedge mode is the long side without the short one', async () => {
    const test = await open();
    const { others } = test.venue.perps;
    const long = scriptedPosition(linear, { units: '0.5' });
    others.push(long, scriptedPosition(linear, { units: '-0.3', entryPrice: 12 }));
    await test.compare();
    others.splice(1, 1, scriptedPosition(linear, { units: '-0.7', entryPrice: 12 }));
    await test.compare();
    expect(test.found()).toEqual(['position_changed: 0.2 / -0.2']);
  });

  it('of a contract that is settled in its base counts in the quote', async () => {
    const test = await open();
    const { others } = test.venue.perps;
    const of = (count: number) => ({ contracts: count, contractSize: 100, entryPrice: 40_000 });
    others.push(scriptedPosition(inverse, of(3)));
    await test.compare();
    test.venue.fills.push({
      venueTradeId: 'i',
      venueOrderId: 'by-hand',
      clientId: undefined,
      side: 'sell',
      symbol: inverse as InstrumentSymbol,
      marketType: 'swap',
      price: 41_000.5,
      // 200 USD, as a venue rounds it.
      quantity: '0.00487799',
      fee: '0',
      feeAsset: 'BTC',
      liquidity: 'taker',
      atMs: test.clock.now(),
    });
    others.splice(0, 1, scriptedPosition(inverse, of(1)));
    // 200 USD bought at 40,000 and sold at 41,000.5, rounded in any direction.
    test.venue.credit('BTC', '0.00012201', 'swap');
    await test.compare();
    expect(test.found().filter((text) => !text.startsWith('missed_fill'))).toEqual([]);
    others.length = 0;
    await test.compare();
    expect(test.alerts.at(-1)).toMatchObject({ symbol: inverse, expected: '100', found: '0' });
    expect(test.alerts.at(-1)?.reason).toContain('off by -100 USD ');
  });

  it('is taken as it is at first, with what it cost: closing it is explained', async () => {
    const test = await open();
    test.venue.perps.others.push(scriptedPosition(linear, { units: '2', entryPrice: 8 }));
    await test.compare();
    await test.open('sell', { ...contracts, side: 'sell' });
    test.venue.perps.others.length = 0;
    test.venue.perps.hold(linear, '2');
    test.venue.trade('v-sell', '2');
    // Both contracts were entered at 8 and are sold at 10.
    test.venue.credit('USDT', '4', 'swap');
    await test.compare();
    expect([test.found(), test.failures]).toEqual([[], []]);
  });

  it('is known over a restart', async () => {
    const before = await open();
    await before.open('buy', contracts);
    before.venue.trade('v-buy', '0.5');
    await before.compare();
    before.venue.perps.hold(linear, '0.1');
    const test = await createReconcilerFixture(await database.open(), before);
    await test.compare();
    await test.compare();
    expect(test.found()).toEqual(['position_changed: 0.5 / 0.6']);
  });

  it('is not looked at where the venue tells none', async () => {
    const test = await open(false);
    await test.compare();
    test.venue.perps.hold(linear, '1');
    await test.compare();
    expect([test.found(), test.venue.calls.includes('positions')]).toEqual([[], false]);
  });

  it('that was liquidated is explained by the fill of it, which is of no order of ours', async () => {
    const test = await open();
    await test.open('buy', contracts);
    test.venue.trade('v-buy', '1');
    await test.compare();
    const fill: VenueFill = {
      venueTradeId: 'l',
      venueOrderId: 'liquidation-7',
      clientId: undefined,
      side: 'sell',
      symbol: linear,
      marketType: 'swap',
      price: 4,
      quantity: '1',
      atMs: test.clock.now(),
      fee: '0.02',
      feeAsset: 'USDT',
      liquidity: 'taker',
    };
    test.venue.perps.hold(linear, '-1');
    test.venue.credit('USDT', '-6.02', 'swap');
    test.venue.fills.push(fill);
    test.venue.tell({ fill });
    await test.compare();
    expect([test.found(), test.failures]).toEqual([[], []]);
  });
});
