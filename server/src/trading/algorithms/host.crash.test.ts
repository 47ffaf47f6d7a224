import { expect, test } from 'vitest';
import {
  anyone,
  createAlgorithmBench,
  draftOf,
  openHost,
} from '../../../test/support/algorithms/bench.ts';
import {
  type AlgorithmWorld,
  createAlgorithmWorld,
  type Fate,
} from '../../../test/support/algorithms/world.ts';
import { addExact, exactly, formatExact, zeroExact } from '../../kit/exact.ts';
import { isEnded } from './running/lifecycle.ts';

/** Makes a process that dies at its n-th call. Later calls have no effect. */
function mortal(world: AlgorithmWorld, diesAt: number) {
  const never = new Promise<void>(() => undefined);
  let passed = 0;
  const gate = () => {
    passed += 1;
    return passed >= diesAt ? never : undefined;
  };
  const doors: AlgorithmWorld['doors'] = new Map();
  doors.get = () => gate;
  return { process: { ...world, doors, calls: [] }, isDead: () => passed >= diesAt };
}

/** Acts as an exchange does within a second: half of each resting order fills, and it is over. */
function settleAtExchange(world: AlgorithmWorld): void {
  for (const [name, { status, quantity, price }] of world.orders) {
    if (status === 'pending' && !world.sent.includes(name)) {
      world.tell(name, { status: 'rejected', rejectCode: 'NOT_SENT' });
    }
    if (status !== 'open' && status !== 'unknown') continue;
    const filled = String(Number(quantity) / 2);
    world.tell(name, { status: 'canceled', filled, cost: String(Number(filled) * Number(price)) });
  }
}

async function live(world: AlgorithmWorld, untilDead: () => boolean, isFirst: boolean) {
  const bench = createAlgorithmBench(world);
  const host = openHost(bench);
  await bench.settle();
  if (isFirst) void host.start(draftOf({ clientId: 'one' }), anyone).catch(() => undefined);
  for (let second = 0; second < 900 && !untilDead(); second += 1) {
    await bench.clock.advance(1_000);
    if (!untilDead()) settleAtExchange(world);
  }
  return { bench, host };
}

const fates: readonly (readonly Fate[])[] = [
  ['fills'],
  ['rests', 'fills'],
  ['loses', 'rejects', 'fills'],
];
const deaths = Array.from({ length: 30 }, (_, index) => index + 1);

test.each(fates.flatMap((all) => deaths.map((diesAt) => [all.join(', '), diesAt, all] as const)))(
  'an algorithm whose orders meet %s survives a death at call %i',
  async (_name, diesAt, all) => {
    const world = createAlgorithmWorld();
    world.fate = () => all[world.sent.length % all.length] ?? 'fills';
    const first = mortal(world, diesAt);
    await live(first.process, first.isDead, true);
    expect(first.isDead()).toBe(true);
    world.listeners.clear();
    world.beatAtMs = first.process.beatAtMs;
    world.epoch += 1;
    settleAtExchange(world);
    // It died before it was stored, so its caller starts it again.
    const isFirst = world.records.size === 0;
    await live(
      world,
      () => [...world.records.values()].some((each) => isEnded(each.status)),
      isFirst,
    );
    const [record] = world.records.values();
    const filled = [...world.orders.values()].map((order) => exactly(order.filled));
    expect(record).toMatchObject({ status: 'COMPLETED', run: { filled: '1' } });
    expect(formatExact(filled.reduce(addExact, zeroExact))).toBe('1');
    expect(new Set(world.sent).size).toBe(world.sent.length);
    const open = [...world.orders.values()].filter(({ status }) => status === 'open');
    expect(open).toEqual([]);
  },
);
