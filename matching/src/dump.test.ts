import { describe, expect, it } from 'vitest';
import { restoreEngine } from './engine.ts';
import { createMarket } from './fixtures.ts';

/** As version 2 wrote it: rules as they are, and the feed's book in every dump. */
function asVersion2(dump: string): string {
  const { markets, ...rest } = JSON.parse(dump);
  const older = markets.map(({ rulesText, ...market }: { rulesText: string }) => ({
    ...market,
    rules: JSON.parse(rulesText),
  }));
  return JSON.stringify({ ...rest, version: 2, markets: older });
}

describe('a dump', () => {
  it('of the version before is read, with its book', () => {
    const { engine, book } = createMarket('feed');
    book([[100, 5]], [[101, 5]]);
    const dump = engine.dump();
    expect(dump).toContain('[101,5]');
    expect(restoreEngine(asVersion2(dump)).dump()).toBe(dump);
  });

  it('of the state alone has no book', () => {
    const { engine, book } = createMarket('feed');
    const before = engine.stateDump();
    book([[100, 5]], [[101, 5]]);
    expect(engine.stateDump().length).toBeLessThan(before.length + 20);
  });

  it('of any other version is refused in words', () => {
    const { engine } = createMarket('feed');
    const other = engine.dump().replace('"version":3', '"version":1');
    expect(() => restoreEngine(other)).toThrow('version 1, this engine reads 2 and 3');
  });
});
