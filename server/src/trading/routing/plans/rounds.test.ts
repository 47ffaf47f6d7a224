import { describe, expect, it } from 'vitest';
import {
  accountNamed,
  estimateOf,
  evenEstimate,
  sliceOf,
  threeAccounts,
} from '../../../../test/support/routing/plans/fixture.ts';
import { born, deedsBy, run, statesOf } from '../../../../test/support/routing/plans/life.ts';
import type { Deed } from '../../../../test/support/routing/plans/world.ts';
import { executedOf } from './figures.ts';

/** Takes half of a quantity in lots of 0.01, rounded up. */
function halfOf(quantity: number): Deed {
  return { kind: 'fills', filled: (Math.ceil(Math.round(quantity * 100) / 2) / 100).toFixed(2) };
}

describe('what a round leaves', () => {
  it('is routed again, against the first mid', async () => {
    const { world, ...life } = born({ deedOf: deedsBy({ a: { kind: 'fills', filled: '0.1' } }) });
    const plan = await run(life, life.execute());
    expect(life.estimated[1]).toMatchObject({ quantity: 0.24, anchorMid: 100 });
    expect(plan.status).toBe('completed');
    expect(plan.slices.filter(({ round }) => round === 2).map(({ status }) => status)).toEqual([
      'filled',
      'filled',
      'filled',
    ]);
    expect(executedOf(plan)).toBe('1');
  });

  it('is routed until nothing is left, with more and more room', async () => {
    const { world, ...life } = born({ deedOf: ({ quantity }) => halfOf(quantity) });
    const plan = await run(life, life.execute({ quantity: 0.12, roomShare: 0.02 }));
    expect([plan.status, executedOf(plan), plan.reason]).toEqual(['completed', '0.12', undefined]);
    expect(life.estimated.map(({ quantity, roomShare }) => [quantity, roomShare])).toEqual([
      [0.12, 0.02],
      [0.06, 0.1],
      [0.03, 1],
    ]);
    expect(plan.slices.map(({ round, quantity }) => [round, quantity])).toEqual([
      ...[1, 1, 1].map((round) => [round, '0.04']),
      ...[2, 2, 2].map((round) => [round, '0.02']),
      ...[3, 3, 3].map((round) => [round, '0.01']),
    ]);
  });

  it('is routed no ninth time', async () => {
    const { world, ...life } = born({ deedOf: () => ({ kind: 'fills', filled: '0.01' }) });
    const plan = await run(life, life.execute());
    expect(life.estimated).toHaveLength(8);
    expect([plan.status, executedOf(plan)]).toEqual(['partial', '0.24']);
    expect(plan.reason).toMatch(/^0\.76 of 1 did not fill\. a: The book had no more/);
  });

  it('is not routed again where nobody offers any more of it', async () => {
    const { world, ...life } = born({
      deedOf: deedsBy({ a: { kind: 'fills', filled: '0.1' } }),
      onEstimate: (request) =>
        request.anchorMid === undefined ? evenEstimate(request) : estimateOf(request, []),
    });
    const plan = await run(life, life.execute());
    expect([plan.status, executedOf(plan), life.estimated.length]).toEqual(['partial', '0.76', 2]);
    expect(plan.reason).not.toContain('two seconds');
  });

  it.each<[string, Deed]>([
    ['is halted', { kind: 'refuses', code: 'ACCOUNT_HALTED' }],
    ['has no balance', { kind: 'refuses', code: 'INSUFFICIENT_BALANCE' }],
    ['has no margin', { kind: 'refuses', code: 'INSUFFICIENT_MARGIN' }],
    ['was refused by its exchange', { kind: 'rejects' }],
  ])('does not go to an account that %s', async (_why, deed) => {
    const { world, ...life } = born({ deedOf: deedsBy({ a: deed }) });
    const plan = await run(life, life.execute());
    expect(life.estimated[1]?.accounts.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(plan.status).toBe('completed');
    expect(plan.slices[0]).toMatchObject({
      status: deed.kind === 'rejects' ? 'failed' : 'skipped',
      filled: '0',
    });
  });

  it('may go to an account whose limit refused: the estimate knows what is left of it', async () => {
    const { world, ...life } = born({ deedOf: deedsBy({ a: { kind: 'refuses' } }) });
    await run(life, life.execute());
    expect(life.estimated[1]?.accounts.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  it('goes to accounts as they are by then', async () => {
    const accounts = [accountNamed('a', { halted: true }), ...threeAccounts.slice(1)];
    const { world, ...life } = born({ accounts, deedOf: deedsBy({ a: { kind: 'refuses' } }) });
    await run(life, life.execute({ accounts: threeAccounts }));
    expect(life.estimated[1]?.accounts.map(({ id }) => id)).toEqual(['b', 'c']);
  });

  it('stays when it cannot be estimated, and what has filled stands', async () => {
    const { world, ...life } = born({
      deedOf: deedsBy({ a: { kind: 'rejects' } }),
      onEstimate(request) {
        if (request.anchorMid !== undefined) throw new Error('no prices');
        return evenEstimate(request);
      },
    });
    const plan = await run(life, life.execute());
    expect([plan.status, executedOf(plan)]).toEqual(['partial', '0.66']);
    expect(life.observed).toEqual(['roundFailed Error: no prices', 'planEnded']);
  });

  it('is never placed beyond what there is, whatever an estimate says', async () => {
    const { world, ...life } = born({
      deedOf: deedsBy({ a: { kind: 'rejects' } }),
      onEstimate: (request) =>
        request.anchorMid === undefined
          ? evenEstimate(request)
          : estimateOf(request, [sliceOf(request.accounts[0] ?? accountNamed('b'), '0.35')]),
    });
    const plan = await run(life, life.execute());
    expect([executedOf(plan), plan.slices.length]).toEqual(['0.66', 3]);
  });

  it('is not routed again when every exchange has refused', async () => {
    const { world, ...life } = born({ deedOf: () => ({ kind: 'rejects' }) });
    const plan = await run(life, life.execute());
    expect([plan.status, life.estimated.length]).toEqual(['failed', 1]);
    expect(plan.reason).toBe(
      '1 of 1 did not fill. a: The exchange said no. b: The exchange said no. ' +
        'c: The exchange said no.',
    );
  });
});

describe('what is left beside a slice of unknown outcome', () => {
  const unknown: Deed = { kind: 'fills', filled: '0', later: 'unknown' };
  const short: Deed = { kind: 'fills', filled: '0.1' };

  it('is routed again without that slice and its account, half a second later', async () => {
    const { world, ...life } = born({ deedOf: deedsBy({ a: unknown, b: short }) });
    void life.execute();
    await life.clock.advance(499);
    expect(life.estimated).toHaveLength(1);
    await life.clock.advance(1);
    const [, second] = life.estimated;
    expect(second).toMatchObject({ quantity: 0.23, roomShare: 0.1 });
    expect(second?.accounts.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(statesOf(life.only())).toEqual([
      '1 submitted 0',
      '2 partial 0.1',
      '3 filled 0.33',
      '4 filled 0.12',
      '5 filled 0.11',
    ]);
  });

  it('has all the room where no other round may come', async () => {
    const { world, ...life } = born({ deedOf: deedsBy({ a: unknown }) });
    const answer = life.execute();
    await life.clock.advance(1_000);
    life.settle();
    expect((await run(life, answer)).status).toBe('completed');
    expect(life.estimated[1]).toMatchObject({ quantity: 0.34, roomShare: 1 });
  });

  it('keeps the quantity of the slice until it is proven not to have filled', async () => {
    const { world, ...life } = born({ deedOf: deedsBy({ a: unknown, b: short }) });
    const answer = life.execute();
    await life.clock.advance(1_900);
    expect(life.estimated).toHaveLength(2);
    life.settle();
    const plan = await run(life, answer);
    expect(life.estimated[2]).toMatchObject({ quantity: 0.34, roomShare: 1 });
    expect([plan.status, executedOf(plan)]).toEqual(['completed', '1']);
    expect(new Set(world.sent).size).toBe(world.sent.length);
  });

  it('counts what the slice has filled while the next round was stored', async () => {
    const filled: Deed = { kind: 'fills', filled: '0.2', later: 'unknown' };
    const { world, ...life } = born({
      deedOf: deedsBy({ a: filled, b: short }),
      sick: (call) => {
        // The second round is being stored.
        if (call === 'save' && life.estimated.length === 2) life.settle();
      },
    });
    const plan = await run(life, life.execute());
    expect(plan.slices[0]).toMatchObject({ status: 'partial', filled: '0.2' });
    expect(life.estimated.map(({ quantity }) => quantity)).toEqual([1, 0.23, 0.14]);
    expect([plan.status, executedOf(plan)]).toEqual(['completed', '1']);
    expect(life.only()).toEqual(plan);
  });
});
