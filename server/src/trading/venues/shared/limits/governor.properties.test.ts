import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { type CallPurpose, callPurposes } from '../../../model/callPurpose.ts';
import { counted, weighted } from './callCosts.ts';
import { createGovernor } from './governor.ts';
import type { CallKind, GovernorRules, RatedCall } from './governorRules.ts';
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

/** The part that each purpose has for itself in the windows that count its calls. */
const parts: Readonly<Record<CallPurpose, { readonly weight: number; readonly signed: number }>> = {
  cancel: { weight: 10, signed: 4 },
  order: { weight: 10, signed: 4 },
  proof: { weight: 3, signed: 1 },
  comparison: { weight: 9, signed: 2 },
  caller: { weight: 3, signed: 1 },
  history: { weight: 0, signed: 0 },
};
/** Cancels wait as long as their callers do. */
const waitMsMax: Readonly<Record<CallPurpose, number>> = {
  cancel: Number.POSITIVE_INFINITY,
  order: 5_000,
  proof: 30_000,
  comparison: 30_000,
  caller: 8_000,
  history: 30_000,
};

const kindsOf: Readonly<Record<CallPurpose, readonly CallKind[]>> = {
  cancel: ['cancel', 'read'],
  order: ['order', 'read'],
  proof: ['read'],
  comparison: ['read', 'list'],
  caller: ['read'],
  history: ['list'],
};

type Step =
  | {
      readonly do: 'acquire';
      readonly credential: string;
      readonly kind: CallKind;
      readonly purpose: CallPurpose;
    }
  | { readonly do: 'abort'; readonly index: number }
  | { readonly do: 'move'; readonly ms: number }
  | { readonly do: 'ban'; readonly credential: string; readonly status: number }
  | { readonly do: 'used'; readonly name: string; readonly count: number };

const credential = fc.constantFrom('a', 'b', 'c');
const acquire: fc.Arbitrary<Step> = fc.constantFrom(...callPurposes).chain((purpose) =>
  fc.record({
    do: fc.constant('acquire'),
    credential,
    kind: fc.constantFrom(...kindsOf[purpose]),
    purpose: fc.constant(purpose),
  }),
);
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

/**
 * Runs the steps against a governor; returns all calls that were asked for, with their outcomes.
 */
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
    if (step.do === 'acquire') {
      const { credential, kind, purpose } = step;
      ask({ credential, kind, purpose });
    } else if (step.do === 'abort') all[step.index]?.controller.abort(new Error('given up'));
    else if (step.do === 'move') await clock.advance(step.ms);
    else if (step.do === 'used') {
      const used = { [step.name]: step.count };
      governor.recordAnswer({ credential: 'a', status: 200, used, purpose: 'caller' });
    } else {
      const { credential, status } = step;
      governor.recordAnswer({ credential, status, purpose: 'caller' });
      bans.push({ atMs: clock.monotonic(), credential: step.credential, status: step.status });
    }
    await clock.advance(0);
  }
  await clock.advance(200_000);
  return { all, bans, pending: clock.pending(), figures: governor.figures() };
}

const isSent = ({ answer }: Asked) => answer !== undefined && answer.error === undefined;

interface Stretch {
  readonly all: readonly Asked[];
  readonly untilMs: number;
  readonly name: string;
  readonly whose?: string;
}

/** Returns the cost of the calls that were sent in a stretch of the window's length. */
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

/**
 * Long enough for windows to fill and lines to form; by default, runs of four steps are generated.
 */
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
        expect((answer?.atMs ?? 0) - atMs).toBeLessThanOrEqual(waitMsMax[call.purpose] + 2);
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
          // A call that was sent in the same moment went before the ban, unless it was asked for
          // later.
          return isSent(asked) && isMet && sentMs > atMs && sentMs < atMs + lengthMs;
        });
        expect(during).toEqual([]);
      }
    }),
    { numRuns: 100 },
  );
});

const costOf = (name: string, { call }: Asked): number =>
  rules.windows.find((window) => window.name === name)?.cost(call) ?? 0;

/** True when the purpose has not used up its part, even if all its calls were sent. */
function isWithinPart(asked: Asked, all: readonly Asked[]): boolean {
  const { purpose, credential: own } = asked.call;
  const counting = all.slice(0, all.indexOf(asked) + 1).filter(({ call, answer }) => {
    // Longer than any window counts: a tenth more, and a bit for its pieces.
    return (
      call.purpose === purpose && (answer?.atMs ?? Number.POSITIVE_INFINITY) > asked.atMs - 5_000
    );
  });
  const ofKey = counting.filter(({ call }) => call.credential === own);
  const sumOf = (name: string, calls: readonly Asked[]) =>
    calls.reduce((sum, each) => sum + costOf(name, each), 0);
  return (
    sumOf('weight', counting) <= parts[purpose].weight &&
    sumOf('signed', ofKey) <= parts[purpose].signed &&
    // Only orders use it.
    sumOf('orders', ofKey) <= 4
  );
}

test('a call goes at once while its purpose alone has not used up its part', async () => {
  const calm = fc.array(
    fc.oneof({ weight: 8, arbitrary: acquire }, { weight: 2, arbitrary: move }),
    longRuns,
  );
  const goneAtOnce = new Map<CallPurpose, number>();
  await fc.assert(
    fc.asyncProperty(calm, async (steps) => {
      const { all } = await play(steps);
      for (const asked of all.filter((each) => isWithinPart(each, all))) {
        const { purpose } = asked.call;
        goneAtOnce.set(purpose, (goneAtOnce.get(purpose) ?? 0) + 1);
        expect(isSent(asked)).toBe(true);
        expect(asked.answer?.atMs).toBe(asked.atMs);
      }
    }),
    { numRuns: 150 },
  );
  for (const purpose of ['cancel', 'order', 'proof', 'comparison', 'caller'] as const) {
    expect(goneAtOnce.get(purpose)).toBeGreaterThan(100);
  }
});

test.each([
  ['cancel', 'cancel'],
  ['order', 'order'],
  ['caller', 'read'],
] as const)('a comparison gets its turn, however much of %s there is', async (purpose, kind) => {
  const clock = createManualClock();
  const governor = createGovernor({ clock, rules });
  const { signal } = new AbortController();
  let compared = 0;
  for (let beat = 0; beat < 600; beat += 1) {
    const greedy = { credential: 'a', kind, purpose, untilMs: Number.POSITIVE_INFINITY };
    void governor.acquire(greedy, signal).catch(() => undefined);
    if (beat % 100 === 0) {
      const list = { credential: 'a', kind: 'list', purpose: 'comparison' } as const;
      void governor.acquire(list, signal).then(() => {
        compared += 1;
      });
    }
    await clock.advance(100);
  }
  expect(compared).toBe(6);
});
