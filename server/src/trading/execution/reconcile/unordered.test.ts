import { describe, expect, it } from 'vitest';
import { databasePerTest } from '../../../../test/support/databases/databases.ts';
import {
  createReconcilerFixture,
  type ReconcilerFixture,
} from '../../../../test/support/execution/reconciler.ts';
import { scriptedPosition } from '../../../../test/support/execution/scriptedPerps.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueFill } from '../../venues/venuePort.ts';

const symbol = 'BTC/USDT:USDT' as InstrumentSymbol;
const database = databasePerTest('sqlite');

interface Trade {
  readonly side: VenueFill['side'];
  readonly quantity: string;
  readonly price: number;
  readonly sequence?: string;
}

/** Adds the fills of the trades, in the order of the venue's list. */
function list(test: ReconcilerFixture, trades: readonly Trade[]): void {
  const atMs = test.clock.now();
  const { fills } = test.venue;
  for (const trade of trades) {
    fills.push({
      venueTradeId: `t-${fills.length}`,
      venueOrderId: 'by-hand',
      clientId: undefined,
      symbol,
      marketType: 'swap',
      fee: '0',
      feeAsset: 'USDT',
      liquidity: 'taker',
      atMs,
      ...trade,
    });
  }
}

function hold(test: ReconcilerFixture, units: string, entryPrice: number): void {
  const { others } = test.venue.perps;
  others.length = 0;
  others.push(scriptedPosition(symbol, { units, entryPrice }));
}

/** Creates an account that is 0.7 short at 100, completely compared. */
async function short(): Promise<ReconcilerFixture> {
  const test = await createReconcilerFixture(await database.open(), undefined, {
    tellsPerps: true,
  });
  await test.compare();
  list(test, [{ side: 'sell', quantity: '0.7', price: 100 }]);
  hold(test, '-0.7', 100);
  await test.compare();
  return test;
}

/**
 * In reality the 2.7 at 101 came first: 0.7 of them bought the short back, 2 at 101 and 0.6 at 102
 * are left.
 */
const [first, second] = [
  { side: 'buy', quantity: '2.7', price: 101 },
  { side: 'buy', quantity: '0.6', price: 102 },
] as const;
const truth = { profit: '-0.7', units: '2.6', entryPrice: 263.2 / 2.6 };

/** Returns the differences other than the fills, which are of no order of ours. */
const differences = (test: ReconcilerFixture) =>
  test.found().filter((text) => !text.startsWith('missed_fill'));

async function turnedRound(trades: readonly Trade[], off = '0'): Promise<ReconcilerFixture> {
  const test = await short();
  await test.clock.advance(1_000);
  list(test, trades);
  hold(test, truth.units, truth.entryPrice);
  test.venue.credit('USDT', truth.profit, 'swap');
  test.venue.credit('USDT', off, 'swap');
  await test.compare();
  return test;
}

describe('fills of one millisecond, the newest listed first,', () => {
  it('are in the order of their numbers, and explain the balance to the digit', async () => {
    const numbered = [
      { ...second, sequence: '12' },
      { ...first, sequence: '11' },
    ];
    expect(differences(await turnedRound(numbered))).toEqual([]);
  });

  it('with numbers hide nothing beside them', async () => {
    const numbered = [
      { ...second, sequence: '12' },
      { ...first, sequence: '11' },
    ];
    expect(differences(await turnedRound(numbered, '0.01'))).toEqual([
      'balance_changed: 999.3 / 999.31',
    ]);
  });

  it('are no difference where the venue has no numbers for them', async () => {
    expect(differences(await turnedRound([second, first]))).toEqual([]);
  });

  it('hide nothing beyond what their orders differ in', async () => {
    // In the listed order the profit would be -1.3; the venue has 0.6 more, and another 0.02 came
    // from outside.
    const test = await turnedRound([second, first], '0.02');
    expect(differences(test)).toEqual(['balance_changed: 998.7 / 999.32']);
    await test.compare();
    expect(await test.stillSo()).toEqual([]);
  });

  it('do not hide one that is not listed', async () => {
    const test = await short();
    await test.clock.advance(1_000);
    list(test, [second]);
    hold(test, truth.units, truth.entryPrice);
    test.venue.credit('USDT', truth.profit, 'swap');
    await test.compare();
    expect(differences(test)).toContain('position_changed: -0.1 / 2.6');
  });

  it('leave the cost as the venue has it: what is closed after that is explained', async () => {
    const test = await turnedRound([second, first]);
    const later = async (off: string) => {
      await test.clock.advance(61_000);
      list(test, [{ side: 'sell', quantity: '1.3', price: 110 }]);
      test.venue.credit('USDT', off, 'swap');
      await test.compare();
    };
    hold(test, '1.3', truth.entryPrice);
    // 1.3 x 110 less half of the cost.
    await later('11.4');
    expect(differences(test)).toEqual([]);
    test.venue.perps.others.length = 0;
    await later('11.5');
    expect(differences(test)).toHaveLength(1);
  });
});
