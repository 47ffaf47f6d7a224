import { describe, expect, it } from 'vitest';
import { createMarket, type Market, swapRules, usdt } from '../test/support/fixtures.ts';
import { fromText, toText } from './dump.ts';
import { restoreEngine } from './engine.ts';

type Fields = Record<string, unknown>;

function without(record: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** As version 3 wrote it: nothing of margin, and no mark but a given one. */
function asVersion3(dump: string): string {
  const { markets, accounts, ...rest } = fromText(dump) as Fields;
  return toText({
    ...rest,
    version: 3,
    markets: (markets as Fields[]).map((market) =>
      without(market, 'isMarkGiven', 'fundedAt', ...(market.isMarkGiven === true ? [] : ['mark'])),
    ),
    accounts: (accounts as Record<string, Fields[]>[]).map(
      ({ wallets, positions, ...account }) => ({
        ...account,
        wallets: wallets?.map((wallet) => without(wallet, 'earned')),
        positions: positions?.map((each) => without(each, 'marginMode', 'funding', 'updatedAt')),
      }),
    ),
  });
}

/** As version 2 wrote it: the rules as they are, too. */
function asVersion2(dump: string): string {
  const { markets, ...rest } = JSON.parse(asVersion3(dump));
  const older = markets.map(({ rulesText, ...market }: { rulesText: string }) => ({
    ...market,
    rules: JSON.parse(rulesText),
  }));
  return JSON.stringify({ ...rest, version: 2, markets: older });
}

/** A position, and marks by command so that older dumps lose nothing of them. */
function busy(): Market {
  const market = createMarket('feed');
  for (const symbol of ['X/USDT', swapRules.symbol]) {
    market.apply({ type: 'mark', symbol, ticks: 100 });
    market.book([[100, 5]], [[101, 5]], symbol);
  }
  market.submit({ symbol: swapRules.symbol, price: '101', quantity: '3' });
  return market;
}

describe('a dump', () => {
  it.each([
    ['2', asVersion2],
    ['3', asVersion3],
  ])('of version %s is read, with its book, and knows no margin yet', (_version, older) => {
    const { engine } = busy();
    const dump = engine.dump();
    expect(dump).toContain('[101,5]');
    const restored = restoreEngine(older(dump));
    expect(asVersion3(restored.dump())).toBe(asVersion3(dump));
    const [position] = restored.positions('a');
    expect(position).toMatchObject({ lots: 3, marginMode: 'cross', funding: 0n, updatedAt: 16 });
    expect(restored.wallets('a')[0]?.earned).toEqual({ linear: 0n, inverse: 0n });
    // A mark that was given stays one: the next book moves it no more than before.
    const book = {
      type: 'book',
      symbol: swapRules.symbol,
      bids: [[90, 1]],
      asks: [[92, 1]],
    } as const;
    restored.apply({ ...book, at: 17 });
    expect(restored.marks(swapRules.symbol)).toBe(100);
  });

  it('keeps what a funding window was, and what was earned', () => {
    const market = busy();
    const funding = { type: 'funding', symbol: swapRules.symbol, rate: 10n ** 16n } as const;
    market.apply({ ...funding, fundedAt: 1000 });
    const restored = restoreEngine(market.engine.dump());
    // 303 at 0.2 percent to take them, and 300 at 1 percent for the window.
    expect(restored.wallets('a')[0]?.earned.linear).toBe(-usdt('0.606') - usdt('3'));
    const events = restored.apply({ ...funding, at: 18, fundedAt: 1000 });
    expect(events).toMatchObject([{ type: 'refused', reason: 'ALREADY_FUNDED' }]);
  });

  it('tells the time of the last command, and letting go of an order is none', () => {
    const market = busy();
    const atOf = () => JSON.parse(market.engine.stateDump()).at;
    expect(atOf()).toBe(16);
    market.engine.apply({ type: 'forget', at: 0, accountId: 'a', orderId: 'o1' });
    expect([market.engine.order('o1'), atOf()]).toEqual([undefined, 16]);
  });

  it('of the state alone has no book', () => {
    const { engine, book } = createMarket('feed');
    const before = engine.stateDump();
    book([[100, 5]], [[101, 5]]);
    expect(engine.stateDump().length).toBeLessThan(before.length + 20);
  });

  it('of any other version is refused in words', () => {
    const { engine } = createMarket('feed');
    const other = engine.dump().replace('"version":5', '"version":1');
    expect(() => restoreEngine(other)).toThrow('version 1, this engine reads 2, 3, 4, 5 and 6');
  });
});
