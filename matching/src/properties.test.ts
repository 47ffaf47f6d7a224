import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proofOf } from '../../server/test/support/proof.ts';
import { createAudit } from '../test/support/audit/audit.ts';
import { createMarket, eventsOf, usdt } from '../test/support/fixtures.ts';
import { createNaiveBook } from '../test/support/naiveBook.ts';
import { daysOf } from '../test/support/random/commands.ts';
import { accounts } from '../test/support/random/day.ts';
import type { Command } from './commands.ts';
import { toText } from './dump.ts';
import { createEngine, type Engine, restoreEngine } from './engine.ts';

const drivers = ['feed', 'closed'] as const;
const lengthMax = 120;

function run(engine: Engine, commands: readonly Command[]): string[] {
  return commands.map((command) => toText(engine.apply(command)));
}

/** Days of contracts add the cases of margins; the mixed ones cover all the rest. */
const days = drivers.flatMap((driver) => [
  [driver, 'mixed', 1] as const,
  [driver, 'contracts', 0.5] as const,
]);

describe.each(days)('any day on the %s driver, %s', (driver, kind, share) => {
  test('adds up after every command', () => {
    fc.assert(
      fc.property(daysOf(driver, lengthMax, kind), (commands) => {
        const engine = createEngine(driver);
        const audit = createAudit(engine, accounts);
        for (const command of commands) {
          const wrong = audit.check(command, engine.apply(command));
          if (wrong.length > 0) throw new Error(`${toText(command)}: ${wrong.join('; ')}`);
        }
      }),
      proofOf(50 * share),
    );
  });

  test('goes on from a dump as if nothing had been, and is the same every time', () => {
    fc.assert(
      fc.property(daysOf(driver, lengthMax, kind), fc.nat(), (commands, cutAt) => {
        const at = cutAt % commands.length;
        const whole = createEngine(driver);
        const expected = run(whole, commands);
        const first = createEngine(driver);
        const before = run(first, commands.slice(0, at));
        const second = restoreEngine(first.dump());
        expect(second.dump()).toBe(first.dump());
        expect([...before, ...run(second, commands.slice(at))]).toEqual(expected);
        expect(second.dump()).toBe(whole.dump());
      }),
      proofOf(50 * share),
    );
  });

  test('goes on the same from dumps of what had changed, put together', () => {
    fc.assert(
      fc.property(
        daysOf(driver, lengthMax, kind),
        fc.nat(),
        fc.nat({ max: 9 }),
        (commands, cut, often) => {
          const at = cut % commands.length;
          const whole = createEngine(driver);
          const kept = new Map<string, string>();
          const books = new Map<string, Command>();
          for (const [index, command] of commands.slice(0, at).entries()) {
            const isRefused = whole.apply(command).some(({ type }) => type === 'refused');
            if (command.type === 'book' && !isRefused) books.set(command.symbol, command);
            // Not after every command: changes gather.
            if (index % 10 > often) continue;
            for (const id of whole.takeChanged()) kept.set(id, whole.orderDump(id) ?? '');
          }
          for (const id of whole.takeChanged()) kept.set(id, whole.orderDump(id) ?? '');
          const parts = restoreEngine(whole.stateDump(), [...kept.values()].reverse());
          for (const id of kept.keys()) expect(parts.order(id)).toEqual(whole.order(id));
          // The books are not among the parts: they are shown again before anything else.
          const rest = [...books.values(), ...commands.slice(at)];
          expect(run(parts, rest)).toEqual(run(whole, rest));
          expect(parts.stateDump()).toBe(whole.stateDump());
        },
      ),
      proofOf(50 * share),
    );
  });

  test('is a day in which things happen', () => {
    const kinds = new Map<string, number>();
    const count = (kind: string) => kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    for (const commands of fc.sample(daysOf(driver, lengthMax, kind), { numRuns: 400, seed: 1 })) {
      const engine = createEngine(driver);
      for (const event of commands.flatMap((command) => engine.apply(command))) {
        count('reason' in event ? `${event.type} ${event.reason}` : event.type);
        if (event.type !== 'filled') continue;
        const { liquidity } = event.fill;
        count(event.order.reduceOnly ? `reduced as ${liquidity}` : `filled as ${liquidity}`);
      }
    }
    const expected = [
      'filled as maker',
      'filled as taker',
      'reduced as maker',
      'reduced as taker',
      'amended REDUCE_ONLY_NOTHING',
      'canceled REDUCE_ONLY_NOTHING',
      'triggered',
      'trailed',
      'amended OCO_SIBLING_FILLED',
      'canceled OCO_SIBLING_FILLED',
      'canceled OCO_SIBLING_TRIGGERED',
      'canceled INSUFFICIENT_BALANCE',
      'rejected CANNOT_FILL_ALL',
      'rejected INSUFFICIENT_BALANCE',
      'rejected WOULD_TAKE',
    ];
    // The other properties say nothing about a kind that never appears.
    expect(expected.filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  test('tells wallets and positions as they have become, never only what changed', () => {
    fc.assert(
      fc.property(daysOf(driver, lengthMax, kind), (commands) => {
        const engine = createEngine(driver);
        const told = new Map<string, unknown>();
        for (const command of commands) {
          for (const event of engine.apply(command)) {
            if (event.type === 'wallet') {
              const { total, reserved } = event;
              told.set(`${event.accountId} ${event.asset}`, [total, reserved]);
            }
            if ('order' in event && event.order) told.set(event.order.orderId, event.order.filled);
          }
        }
        for (const accountId of accounts) {
          for (const { asset, total, reserved } of engine.wallets(accountId)) {
            const last = told.get(`${accountId} ${asset}`) ?? [0n, 0n];
            expect(last).toEqual([total, reserved]);
          }
          for (const order of engine.openOrders(accountId)) {
            expect(told.get(order.orderId)).toBe(order.filled);
          }
        }
      }),
      proofOf(50 * share),
    );
  });
});

/** Prices within the bound of a market order, which the naive book does not know. */
const action = fc.record({
  owner: fc.constantFrom('a', 'b', 'c'),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  price: fc.option(fc.integer({ min: 98, max: 102 }), { nil: undefined, freq: 6 }),
  quantity: fc.integer({ min: 1, max: 6 }),
  force: fc.constantFrom('GTC', 'GTC', 'GTC', 'IOC', 'FOK', 'POST_ONLY'),
  cancels: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined, freq: 5 }),
});

test('the closed book trades as the naive one does, in the same order', () => {
  fc.assert(
    fc.property(fc.array(action, { minLength: 30, maxLength: 60 }), (actions) => {
      const market = createMarket('closed');
      for (const accountId of accounts) {
        const deposit = { type: 'deposit', accountId, amount: usdt('1000000') } as const;
        market.apply({ ...deposit, asset: 'USDT' });
        market.apply({ ...deposit, asset: 'X' });
      }
      const naive = createNaiveBook();
      for (const [index, { owner, side, price, quantity, ...drawn }] of actions.entries()) {
        const force = price === undefined && drawn.force === 'POST_ONLY' ? 'GTC' : drawn.force;
        const events = market.submit({
          orderId: `${index}`,
          accountId: owner,
          side,
          quantity: `${quantity}`,
          timeInForce: force,
          type: price === undefined ? 'market' : 'limit',
          ...(price !== undefined && { price: `${price}` }),
        });
        const fills = eventsOf(events, 'filled').filter(({ fill }) => fill.liquidity === 'maker');
        const trades = fills.map(
          ({ order, fill }) => `${order.orderId} ${index} ${fill.lots}@${fill.ticks}`,
        );
        const id = `${index}`;
        expect(trades).toEqual(naive.submit({ id, owner, side, price, quantity, force }));
        if (drawn.cancels !== undefined) {
          const orderId = `${index - drawn.cancels}`;
          const victim = market.engine.order(orderId);
          if (victim) market.apply({ type: 'cancel', accountId: victim.accountId, orderId });
          naive.cancel(orderId);
        }
        const depth = market.engine.depth('X/USDT', 100);
        expect(new Map(depth?.bids)).toEqual(naive.depth('buy'));
        expect(new Map(depth?.asks)).toEqual(naive.depth('sell'));
      }
    }),
    proofOf(50),
  );
});
