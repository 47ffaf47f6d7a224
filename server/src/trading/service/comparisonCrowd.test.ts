import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { venueIds } from '../model/venue.ts';
import { comparisonBudgets, loadDialects } from '../venues/liveVenues.ts';
import {
  type CountedAccount,
  comparisonChecks,
  comparisonWarnings,
  crowdWarnings,
} from './comparisonCrowd.ts';

const account = (venue: string, changes: Partial<CountedAccount> = {}): CountedAccount => {
  const id = venueIds.find((each) => each === venue);
  if (id === undefined) throw new Error(`${venue} is no exchange`);
  return {
    venue: id,
    environment: 'production',
    region: 'global',
    portfolioMargin: false,
    mode: 'live',
    ...changes,
  };
};
const many = (count: number, one: CountedAccount) => Array.from({ length: count }, () => one);
const binance = account('binance');

describe('accounts that share an address', () => {
  it('are warned of with the figures once they are too many while all trade', async () => {
    expect(await comparisonWarnings(binance, many(2, binance))).toEqual([]);
    expect(await comparisonWarnings(binance, many(4, binance))).toEqual([
      '4 live accounts at binance (contracts) share what the exchange allows one address: ' +
        'comparisons may spend 648 a minute, and one costs 180 at rest and 310 or more after ' +
        'fills. That is enough for 3 accounts at rest, or 2 that trade, every minute. Each is ' +
        'compared once in 67 s at best while all rest, and once in 115 s at best while all trade. ' +
        'Accounts on a machine with another address are counted apart.',
    ]);
  });

  it.each([
    ['binance', 11, 'binance (spot)'],
    ['bybit', 129, 'bybit'],
    ['hyperliquid', 5, 'hyperliquid'],
  ])('at %s are enough with %i, and too many with one more', async (venue, enough, name) => {
    const one = account(venue);
    const has = async (count: number) =>
      (await crowdWarnings(many(count, one))).some((each) => each.includes(` at ${name} share`));
    expect([await has(enough), await has(enough + 1)]).toEqual([false, true]);
  });

  it.each(['gateio', 'kraken', 'okx'])(
    'are never too many at %s, which counts keys',
    async (venue) => {
      expect(await crowdWarnings(many(500, account(venue)))).toEqual([]);
    },
  );

  it('are those of one place, live, at the same hosts', async () => {
    const others = [
      ...many(9, account('binance', { mode: 'paper' })),
      ...many(2, account('binance', { environment: 'testnet' })),
      ...many(2, account('binance', { environment: 'demo' })),
      ...many(2, account('binance', { region: 'us' })),
      ...many(9, account('binance', { portfolioMargin: true })),
      ...many(5, account('hyperliquid')),
    ];
    expect(await crowdWarnings([...others, ...many(2, binance)])).toEqual([]);
    expect(await crowdWarnings([...others, ...many(3, binance)])).toHaveLength(1);
  });

  it('are named with a place that is not the usual one', async () => {
    const one = account('binance', { environment: 'testnet', region: 'us' });
    expect(await crowdWarnings(many(3, one))).toEqual([
      expect.stringContaining('3 live accounts at binance testnet us (contracts) share'),
    ]);
  });

  it('warn nobody else', async () => {
    const all = [...many(4, binance), account('okx'), account('binance', { mode: 'paper' })];
    const warnings = await Promise.all(all.map((each) => comparisonWarnings(each, all)));
    expect(warnings.map(({ length }) => length)).toEqual([1, 1, 1, 1, 0, 0]);
  });
});

describe('what verification says of comparisons', () => {
  it('is how many accounts there is room for, while there is', async () => {
    expect(await comparisonChecks(binance, [binance])).toEqual([
      {
        check: 'comparisons',
        marketTypes: ['spot', 'swap', 'future'],
        status: 'ok',
        message:
          'At binance (spot) there is 1 live account behind this address; its limits are enough to ' +
          'compare 16 at rest, or 11 that trade, every minute. At binance (contracts) there is 1 ' +
          'live account behind this address; its limits are enough to compare 3 at rest, or 2 that ' +
          'trade, every minute.',
      },
    ]);
  });

  it('is the warning once there are too many', async () => {
    const all = many(4, binance);
    const [message] = await comparisonWarnings(binance, all);
    expect(await comparisonChecks(binance, all)).toMatchObject([{ status: 'warning', message }]);
  });

  it('is that others take nothing where keys are counted, and nothing on paper', async () => {
    const one = account('kraken');
    expect(await comparisonChecks(one, many(500, one))).toMatchObject([
      { status: 'ok', message: expect.stringContaining('by key') },
    ]);
    expect(await comparisonChecks(account('okx', { mode: 'paper' }), [])).toEqual([]);
  });
});

describe('the page on live trading', async () => {
  const dialectsOf = await loadDialects();
  const page = readFileSync(new URL('../../../../docs/live-trading.md', import.meta.url), 'utf8');
  const names: Readonly<Record<string, string>> = {
    'binance spot': 'binance spot',
    'binance contracts': 'binance contracts',
    'binance papi': 'binance portfolio margin',
    'bybit all': 'bybit',
    'hyperliquid all': 'hyperliquid',
  };
  const rows = venueIds.flatMap((venue) =>
    [false, true].flatMap((portfolioMargin) =>
      dialectsOf({ ...account(venue), portfolioMargin }).flatMap((each) =>
        comparisonBudgets(each.limits, each.comparisonCosts ?? {}).map((budget) => {
          const { group, perMinute, cost, accountsMax } = budget;
          const name = names[`${venue} ${group}`] ?? `${venue} ${group}`;
          const figures = [cost.quiet, cost.trading, accountsMax.quiet, accountsMax.trading];
          return `| ${[name, perMinute.toLocaleString('en-US'), ...figures].join(' | ')} |`;
        }),
      ),
    ),
  );

  it.each([...new Set(rows)])('has the computed row %s', (row) => {
    expect(page).toContain(row);
  });

  it('has no other row of that table', () => {
    const [, table = ''] =
      /\| exchange \| for comparisons.*\n *\|[-|]*\n((?: *\|.*\n)*)/.exec(page) ?? [];
    expect(table.trim().split('\n')).toHaveLength(new Set(rows).size);
  });
});
