import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardedProofOf } from '../../server/test/support/proof.ts';
import { createAudit } from '../test/support/audit/audit.ts';
import { eventsOf } from '../test/support/fixtures.ts';
import { daysOf } from '../test/support/random/commands.ts';
import { accounts } from '../test/support/random/day.ts';
import type { Command } from './commands.ts';
import { createEngine, type Engine } from './engine.ts';
import type { EngineEvent } from './events.ts';

const lengthMax = 120;

/** Returns true when an order that can only rest was accepted; undefined for other orders. */
function waitOf(command: Command, events: readonly EngineEvent[]): boolean | undefined {
  if (command.type !== 'submit') return undefined;
  const { type, timeInForce, reduceOnly, orderId } = command.order;
  if (type !== 'limit' || timeInForce !== 'POST_ONLY' || reduceOnly === true) return undefined;
  const first = events.find((event) => 'order' in event && event.order?.orderId === orderId);
  if (first?.type === 'accepted') return true;
  const isRefused = first?.type === 'rejected' && first.reason === 'INSUFFICIENT_BALANCE';
  return isRefused ? false : undefined;
}

test.each(['mixed', 'contracts'] as const)(
  'an order is taken where the means carry it, by another reckoning: %s',
  (kind) => {
    const seen = { taken: 0, refused: 0 };
    const { numRuns, ...proof } = guardedProofOf(50);
    fc.assert(
      fc.property(daysOf('feed', lengthMax, kind), (commands) => {
        const engine = createEngine('feed');
        const audit = createAudit(engine, accounts);
        for (const command of commands) {
          const isCarried = command.type === 'submit' && audit.carries(command.order);
          const events = engine.apply(command);
          const isTaken = waitOf(command, events);
          if (isTaken !== undefined) expect([command, isCarried]).toEqual([command, isTaken]);
          if (isTaken === true) seen.taken += 1;
          if (isTaken === false) seen.refused += 1;
          audit.check(command, events);
        }
      }),
      { numRuns, ...proof },
    );
    expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(numRuns / 50);
  },
);

function kindsOf(events: readonly EngineEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.type === 'refused') return [`refused ${event.command} ${event.reason}`];
    if (event.type === 'covered') return [`covered ${event.asset}`];
    return event.type === 'exchanged' ? [`${event.paidAsset} paid ${event.asset}`] : [];
  });
}

function walletKinds(engine: Engine): string[] {
  const wallets = accounts.flatMap((accountId) => engine.wallets(accountId));
  return wallets.flatMap(({ total, reserved }) => {
    if (total < 0n) return ['owing and kept'];
    return reserved > total ? ['held beyond its wallet'] : [];
  });
}

test('days are such in which collateral matters', () => {
  const kinds = new Set<string>();
  for (const commands of fc.sample(daysOf('feed', lengthMax, 'contracts'), {
    numRuns: 600,
    seed: 1,
  })) {
    const engine = createEngine('feed');
    for (const command of commands) {
      const events = engine.apply(command);
      for (const kind of [...kindsOf(events), ...walletKinds(engine)]) kinds.add(kind);
      if (eventsOf(events, 'liquidated').length > 0) kinds.add(`liquidated by ${command.type}`);
    }
  }
  const expected = [
    'X paid USDT',
    'Y paid USDT',
    'USDT paid X',
    'covered USDT',
    'covered X',
    'liquidated by price',
    'liquidated by setCollateral',
    'owing and kept',
    'held beyond its wallet',
    'refused setCollateral POSITION_OPEN',
    'refused setCollateral ORDERS_OPEN',
    'refused setMarginMode NOT_SUPPORTED',
  ];
  expect(expected.filter((kind) => !kinds.has(kind))).toEqual([]);
});
