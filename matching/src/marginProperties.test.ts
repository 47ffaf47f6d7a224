import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proofOf } from '../../server/test/support/proof.ts';
import { createAudit } from '../test/support/audit/audit.ts';
import { eventsOf } from '../test/support/fixtures.ts';
import { daysOf } from '../test/support/random/commands.ts';
import { accounts } from '../test/support/random/day.ts';
import { hedgedDays } from '../test/support/random/margins.ts';
import type { Command } from './commands.ts';
import { createEngine, type Engine, restoreEngine } from './engine.ts';
import type { EngineEvent } from './events.ts';

const lengthMax = 120;

/** Returns every open position that has a mark and maintenance tiers, with its known data. */
function endangered(engine: Engine) {
  return accounts.flatMap((accountId) =>
    engine.positions(accountId).flatMap(({ symbol, positionLeg, lots, marginMode }) => {
      const risk = engine.risk(accountId, symbol, positionLeg);
      const mark = risk?.markTicks;
      if (!risk || mark === undefined || !engine.instrument(symbol)?.tiers.length) return [];
      return [
        { accountId, symbol, positionLeg, lots, marginMode, mark, ticks: risk.liquidationTicks },
      ];
    }),
  );
}

function audited(driver: 'feed' | 'closed', commands: readonly Command[]) {
  const engine = createEngine(driver);
  const audit = createAudit(engine, accounts);
  for (const command of commands) audit.check(command, engine.apply(command));
  return { engine, audit };
}

describe.each(['feed', 'closed'] as const)('a liquidation price on the %s driver', (driver) => {
  test('is the first tick at which the position can no longer be kept, by another reckoning', () => {
    let count = 0;
    const { numRuns } = proofOf(50);
    fc.assert(
      fc.property(daysOf(driver, lengthMax, 'contracts'), (commands) => {
        const { engine, audit } = audited(driver, commands);
        for (const position of endangered(engine)) {
          const { lots, mark, ticks } = position;
          const isDueAt = (at: number) => audit.isDueAt(position, at);
          const isLong = lots > 0;
          if (ticks === undefined) {
            expect(isDueAt(isLong ? 1 : mark * 100)).toBe(false);
            continue;
          }
          count += 1;
          expect(isLong ? ticks <= mark : ticks >= mark).toBe(true);
          expect(isDueAt(ticks)).toBe(true);
          // A position that is not liquidated can be due at the mark itself.
          if (ticks !== mark) expect(isDueAt(isLong ? ticks + 1 : ticks - 1)).toBe(false);
        }
      }),
      { numRuns },
    );
    expect(count).toBeGreaterThan(numRuns / 8);
  });
});

test('a mark at the liquidation price liquidates, and one a tick before does not', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(daysOf('feed', lengthMax, 'contracts'), (commands) => {
      const { engine } = audited('feed', commands);
      for (const position of endangered(engine)) {
        const { accountId, symbol, positionLeg, lots, marginMode, ticks } = position;
        if (ticks === undefined) continue;
        const copy = restoreEngine(engine.dump());
        const at = commands.length + 2;
        // An order that a mark triggers would move the position away from its price.
        for (const each of accounts) copy.apply({ type: 'cancelAll', at, accountId: each });
        expect(copy.risk(accountId, symbol, positionLeg)?.liquidationTicks).toBe(ticks);
        const markAt = (price: number) =>
          eventsOf(copy.apply({ type: 'mark', at, symbol, ticks: price }), 'liquidated').filter(
            (event) => event.accountId === accountId,
          );
        expect(markAt(lots > 0 ? ticks + 1 : ticks - 1)).toEqual([]);
        const liquidated = markAt(ticks);
        expect(liquidated.length).toBeGreaterThan(0);
        if (marginMode === 'isolated') expect(liquidated[0]?.symbol).toBe(symbol);
        seen.add(`${marginMode} ${symbol}`).add(lots > 0 ? 'long' : 'short');
        if (positionLeg !== undefined) seen.add(`${marginMode} ${positionLeg} leg`);
      }
    }),
    proofOf(300),
  );
  const expected = ['X/USDT:USDT', 'X/USD:X'].flatMap((symbol) => [
    `cross ${symbol}`,
    `isolated ${symbol}`,
  ]);
  const legs = ['cross', 'isolated'].flatMap((mode) => [`${mode} long leg`, `${mode} short leg`]);
  expect([...expected, ...legs, 'long', 'short'].filter((kind) => !seen.has(kind))).toEqual([]);
});

test('one position pays what another of the wallet lost, and adds up after every mark', () => {
  const seen = { paid: 0, covered: 0 };
  const { numRuns } = proofOf(50);
  fc.assert(
    fc.property(hedgedDays, (commands) => {
      const engine = createEngine('feed');
      const audit = createAudit(engine, accounts);
      for (const command of commands) {
        const events = engine.apply(command);
        expect(audit.check(command, events)).toEqual([]);
        const liquidated = eventsOf(events, 'liquidated');
        if (liquidated.length > 1) seen.paid += 1;
        if (liquidated.some(({ covered }) => covered > 0n)) seen.covered += 1;
      }
    }),
    { numRuns },
  );
  expect(Math.min(seen.paid, seen.covered)).toBeGreaterThan(numRuns / 30);
});

/**
 * Returns the kinds of events that days must contain, so that the properties above and those of
 * `properties.test.ts` prove something.
 */
function kindsOf(engine: Engine, command: Command): string[] {
  return engine.apply(command).flatMap((event) => kindsOfEvent(engine, command, event));
}

function kindsOfEvent(engine: Engine, { type }: Command, event: EngineEvent): string[] {
  if (event.type === 'refused') return [`refused ${event.command} ${event.reason}`];
  if ('reason' in event) return [`${event.type} ${event.reason}`];
  if (event.type === 'funding') return [`funding ${event.amount < 0n ? 'paid' : 'received'}`];
  if (event.type !== 'liquidated') return [event.type];
  const { accountId, symbol, positionLeg, covered } = event;
  const position = engine.positions(accountId).find((each) => each.symbol === symbol);
  const kind = `${position?.marginMode} ${symbol}`;
  const leg = positionLeg === undefined ? [] : [`liquidated ${positionLeg} leg`];
  return [
    `liquidated ${kind}`,
    ...leg,
    ...(covered > 0n ? [`covered ${kind}`] : []),
    `after ${type}`,
  ];
}

describe.each(['feed', 'closed'] as const)('a day of contracts on the %s driver', (driver) => {
  test('is one in which margins matter', () => {
    const kinds = new Set<string>();
    const sample = daysOf(driver, lengthMax, 'contracts');
    for (const commands of fc.sample(sample, { numRuns: 600, seed: 1 })) {
      const engine = createEngine(driver);
      for (const kind of commands.flatMap((command) => kindsOf(engine, command))) kinds.add(kind);
    }
    const refused = [
      'setMarginMode POSITION_OPEN',
      'setMarginMode ORDERS_OPEN',
      'funding NO_MARK',
      'setPositionMode POSITION_OPEN',
      'setPositionMode ORDERS_OPEN',
      'setLeverage BAD_LEVERAGE',
      'setLeverage INSUFFICIENT_BALANCE',
      'transfer BAD_AMOUNT',
      'transfer INSUFFICIENT_BALANCE',
      'funding ALREADY_FUNDED',
      'deposit BAD_AMOUNT',
    ].map((kind) => `refused ${kind}`);
    const moved = ['funding paid', 'funding received', 'transferred', 'collected'];
    const contracts = ['X/USDT:USDT', 'X/USD:X'];
    const liquidated = ['liquidated', 'covered'].flatMap((word) =>
      contracts.flatMap((symbol) => [`${word} cross ${symbol}`, `${word} isolated ${symbol}`]),
    );
    const after = ['mark', 'book', 'submit', 'funding'].map((type) => `after ${type}`);
    const legs = ['liquidated long leg', 'liquidated short leg'];
    const expected =
      driver === 'closed' ? [] : [...liquidated, ...legs, ...after, 'canceled LIQUIDATION'];
    expect([...refused, ...moved, ...expected].filter((kind) => !kinds.has(kind))).toEqual([]);
    if (driver === 'closed') expect(kinds.has('liquidated')).toBe(false);
  });
});
