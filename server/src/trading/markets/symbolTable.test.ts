import { expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { createMadePrices, venueOf } from '../../../test/support/markets/fixtures.ts';
import { silentLogger } from '../../../test/support/silentLogger.ts';
import { createSymbolTable, type SymbolTable } from './symbolTable.ts';

const kraken = venueOf('kraken');

/** Creates a table that counts its builds; `during` runs within each build. */
function setUp(during: (table: SymbolTable, build: number) => void = () => undefined) {
  const clock = createManualClock();
  let builds = 0;
  const table: SymbolTable = createSymbolTable({
    venues: [kraken],
    marketsOf() {
      builds += 1;
      during(table, builds);
      return undefined;
    },
    tickersOf: () => undefined,
    btcUsd: () => undefined,
    prices: createMadePrices(),
    clock,
    logger: silentLogger,
  });
  return { clock, table, builds: () => builds };
}

it('is built at once when something changes, and then at most every three seconds', async () => {
  const { clock, table, builds } = setUp();
  table.changed();
  table.changed();
  await clock.advance(0);
  expect(builds()).toBe(1);
  table.changed();
  await clock.advance(2_999);
  expect(builds()).toBe(1);
  await clock.advance(1);
  expect(builds()).toBe(2);
  await clock.advance(60_000);
  expect(builds()).toBe(2);
});

it('is built again when something changes while it is being built', async () => {
  const { clock, table, builds } = setUp((self, build) => {
    if (build === 1) self.changed();
  });
  table.changed();
  await clock.advance(2_999);
  expect(builds()).toBe(1);
  await clock.advance(1);
  expect(builds()).toBe(2);
});

it('goes on after a build that failed', async () => {
  const { clock, table, builds } = setUp((_, build) => {
    if (build === 1) throw new Error('planted');
  });
  table.changed();
  await clock.advance(0);
  await table.rebuild();
  expect(builds()).toBe(2);
});

it('is not built any more once it has stopped', async () => {
  const { clock, table, builds } = setUp();
  table.changed();
  await table.stop();
  table.changed();
  await table.rebuild();
  await clock.advance(60_000);
  expect([builds(), clock.pending()]).toEqual([0, 0]);
});
