import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createManualClock } from '../../../../kit/manualClock.ts';
import { counted, weighted } from './callCosts.ts';
import { createGovernor } from './governor.ts';
import { type CallKind, callKinds, type GovernorRules, type RatedCall } from './governorRules.ts';
import { RateLimitedError } from './rateLimitedError.ts';

const rules: GovernorRules = {
  windows: [
    {
      name: 'weight',
      scope: 'address',
      capacity: 50,
      lengthMs: 4_000,
      cost: weighted({ cancel: 1, order: 2, read: 3, list: 9 }),
    },
    {
      name: 'orders',
      scope: 'credential',
      capacity: 4,
      lengthMs: 500,
      cost: counted('order'),
    },
    {
      name: 'signed',
      scope: 'credential',
      capacity: 20,
      lengthMs: 2_000,
      cost: counted('cancel', 'order', 'read', 'list'),
    },
  ],
  bans: {
    429: { scope: 'credential', firstMs: 700 },
    418: { scope: 'address', firstMs: 1_500 },
  },
};

/** What a cancel has for itself in each window that counts it: a fifth. */
const cancelReserve: Readonly<Record<string, number>> = { weight: 10, signed: 4 };
const waitMsMax = { cancel: 5_000, order: 1_000, read: 8_000, list: 8_000 } as const;

type Step =
  | { readonly do: 'acquire'; readonly credential: string; readonly kind: CallKind }
  | { readonly do: 'abort'; readonly index: number }
  | { readonly do: 'move'; readonly ms: number }
  | { readonly do: 'ban'; readonly credential: string; readonly status: number }
  | { readonly do: 'used'; readonly name: string; readonly count: number };

const credential = fc.constantFrom('a', 'b', 'c');
const acquire: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('acquire'),
  credential,
  kind: fc.constantFrom(...callKinds),
});
const move: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('move'),
  ms: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 50, max: 1_500 })),
});
const abort: fc.Arbitrary<Step> = fc.record({ do: fc.constant('abort'), index: fc.nat(100) });
const ban: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('ban'),
  credential,
  status: fc.constantFrom(429, 418, 403),
});
const used: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('used'),
  name: fc.constantFrom('weight', 'orders', 'signed'),
  count: fc.integer({ min: -5, max: 70 }),
});

interface Asked {
  readonly call: RatedCall;
  readonly atMs: number;
  readonly controller: AbortController;
  answer?: { readonly atMs: number; readonly error?: unknown };
}

/** Runs the steps against a governor; everything that was asked for, with what came of it. */
async function play(steps: readonly Step[]) {
  const clock = createManualClock();
  const governor = createGovernor({ clock, rules });
  const all: Asked[] = [];
  const bans: { atMs: number; credential: string; status: number }[] = [];
  const ask = (call: RatedCall) => {
    const controller = new AbortController();
    const asked: Asked = { call, atMs: clock.monotonic(), controller };
    all.push(asked);
    void governor.acquire(call, controller.signal).then(
      () => {
        asked.answer = { atMs: clock.monotonic() };
      },
      (error: unknown) => {
        asked.answer = { atMs: clock.monotonic(), error };
      },
    );
  };
  for (const step of steps) {
    if (step.do === 'acquire') ask({ credential: step.credential, kind: step.kind });
    else if (step.do === 'abort') all[step.index]?.controller.abort(new Error('given up'));
    else if (step.do === 'move') await clock.advance(step.ms);
    else if (step.do === 'used') {
      governor.heard({ credential: 'a', status: 200, used: { [step.name]: step.count } });
    } else {
      governor.heard({ credential: step.credential, status: step.status });
      bans.push({ atMs: clock.monotonic(), credential: step.credential, status: step.status });
    }
    await clock.advance(0);
  }
  await clock.advance(30_000);
  return { all, bans, pending: clock.pending(), figures: governor.figures() };
}

const isSent = ({ answer }: Asked) => answer !== undefined && answer.error === undefined;

interface Stretch {
  readonly all: readonly Asked[];
  readonly untilMs: number;
  readonly name: string;
  readonly whose?: string;
}

/** What calls that were sent cost in a stretch of the window's length. */
function spentBefore({ all, untilMs, name, whose }: Stretch): number {
  const window = rules.windows.find((one) => one.name === name);
  if (!window) throw new Error(`no window ${name}`);
  return all.reduce((sum, asked) => {
    const atMs = asked.answer?.atMs ?? 0;
    const isWithin = isSent(asked) && atMs <= untilMs && atMs > untilMs - window.lengthMs;
    const isTheirs = whose === undefined || asked.call.credential === whose;
    return isWithin && isTheirs ? sum + window.cost(asked.call) : sum;
  }, 0);
}

/** Long enough for windows to fill and lines to form; left alone, runs of four steps are made. */
const longRuns = { minLength: 40, maxLength: 160, size: 'max' } as const;

const anySteps = fc.array(
  fc.oneof(
    { weight: 40, arbitrary: acquire },
    { weight: 10, arbitrary: move },
    { weight: 4, arbitrary: abort },
    ban,
    used,
  ),
  longRuns,
);

test('no window is ever exceeded and everybody is answered in time', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      const { all, pending, figures } = await play(steps);
      expect(pending).toBe(0);
      expect(figures.waiting).toEqual({ cancel: 0, order: 0, read: 0, list: 0 });
      for (const { call, atMs, answer, controller } of all) {
        expect(answer).toBeDefined();
        // A timer fires up to a millisecond late on purpose.
        expect((answer?.atMs ?? 0) - atMs).toBeLessThanOrEqual(waitMsMax[call.kind] + 2);
        if (answer?.error instanceof RateLimitedError) expect(answer.error.kind).toBe(call.kind);
        else if (answer?.error) expect(controller.signal.aborted).toBe(true);
      }
      for (const { answer } of all.filter(isSent)) {
        const untilMs = answer?.atMs ?? 0;
        expect(spentBefore({ all, untilMs, name: 'weight' })).toBeLessThanOrEqual(50);
        for (const whose of ['a', 'b', 'c']) {
          expect(spentBefore({ all, untilMs, name: 'orders', whose })).toBeLessThanOrEqual(4);
          expect(spentBefore({ all, untilMs, name: 'signed', whose })).toBeLessThanOrEqual(20);
        }
      }
    }),
    { numRuns: 150 },
  );
});

test('nothing is sent during a ban', async () => {
  await fc.assert(
    fc.asyncProperty(anySteps, async (steps) => {
      const { all, bans } = await play(steps);
      for (const { atMs, credential: whose, status } of bans) {
        const lengthMs = status === 418 ? 1_500 : status === 429 ? 700 : 0;
        const during = all.filter((asked) => {
          const sentMs = asked.answer?.atMs ?? 0;
          const isMet = status === 418 || asked.call.credential === whose;
          // What was sent in the same moment went before the ban, unless it was asked for later.
          return isSent(asked) && isMet && sentMs > atMs && sentMs < atMs + lengthMs;
        });
        expect(during).toEqual([]);
      }
    }),
    { numRuns: 100 },
  );
});

test('a cancel goes at once while cancels alone have not used up their part', async () => {
  const calm = fc.array(
    fc.oneof({ weight: 8, arbitrary: acquire }, { weight: 2, arbitrary: move }),
    longRuns,
  );
  let goneAtOnce = 0;
  await fc.assert(
    fc.asyncProperty(calm, async (steps) => {
      const { all } = await play(steps);
      const cancels = all.filter(({ call }) => call.kind === 'cancel');
      for (const [index, asked] of cancels.entries()) {
        const earlier = cancels.slice(0, index).filter(({ atMs }) => asked.atMs - atMs < 10_000);
        const sameKey = earlier.filter(({ call }) => call.credential === asked.call.credential);
        const isWithin =
          earlier.length < (cancelReserve.weight ?? 0) &&
          sameKey.length < (cancelReserve.signed ?? 0);
        if (!isWithin) continue;
        goneAtOnce += 1;
        expect(isSent(asked)).toBe(true);
        expect(asked.answer?.atMs).toBe(asked.atMs);
      }
    }),
    { numRuns: 150 },
  );
  expect(goneAtOnce).toBeGreaterThan(100);
});
