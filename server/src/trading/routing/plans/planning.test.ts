import { describe, expect, it } from 'vitest';
import {
  accountNamed,
  estimateOf,
  sliceOf,
  threeAccounts,
  usualRequest,
} from '../../../../test/support/routing/plans/fixture.ts';
import type { Account } from '../../model/account.ts';
import type { Excluded, RouteEstimate } from '../types.ts';
import { newPlan, nextRequest, whyShort, withRound } from './planning.ts';
import type { Plan } from './types.ts';

const names = {
  id: 'p',
  clientPlanId: 'mine',
  requestHash: 'h',
  actorId: 'k',
  owner: 'main',
  atMs: 5,
};
const [a, b, c] = threeAccounts as [Account, Account, Account];
const planOf = (
  quantities: readonly string[],
  changes: Partial<RouteEstimate> = {},
  maxVenues = 3,
): Plan => {
  const slices = quantities.map((text, index) => sliceOf(threeAccounts[index] ?? a, text));
  const request = { ...usualRequest, maxVenues };
  return newPlan(request, estimateOf(request, slices, changes), names);
};
const filledTo = (plan: Plan, ...filled: readonly string[]): Plan => ({
  ...plan,
  slices: plan.slices.map((slice, index) => ({
    ...slice,
    status: 'partial',
    filled: filled[index] ?? '0',
  })),
});

describe('a new plan', () => {
  it('has a slice for each of the estimate, named by its number', () => {
    const { slices, status } = planOf(['0.5', '0.3']);
    expect(status).toBe('pending');
    expect(
      slices.map(({ clientOrderId, quantity, round }) => [clientOrderId, quantity, round]),
    ).toEqual([
      ['p.1', '0.5', 1],
      ['p.2', '0.3', 1],
    ]);
  });

  it('counts what is left as dust only when all but dust could be placed', () => {
    expect(planOf(['0.5', '0.499']).dust).toBe('0.001');
    expect(planOf(['0.5', '0.499'], { isRoutable: false }).dust).toBe('0');
  });

  it('has failed already when nothing could be placed, and says why', () => {
    const excluded = [a, b, c, accountNamed('d')].map(
      ({ id, venue }): Excluded => ({
        venue,
        accountId: id,
        reason: 'NO_BOOK',
        message: `No book of ${venue}.`,
      }),
    );
    const plan = planOf([], { excluded });
    expect(plan).toMatchObject({ status: 'failed', completedAtMs: 5, executedAtMs: undefined });
    expect(plan.reason).toBe(
      'Nothing could be placed. a: No book of binance. b: No book of bybit. ' +
        'c: No book of kraken. And 1 more.',
    );
  });

  it('is refused as a fault when more is placed than there is, or one account twice', () => {
    expect(() => planOf(['0.5', '0.50000000000000001'])).toThrow('no more than there is');
    const twice = estimateOf(usualRequest, [sliceOf(a, '0.1'), sliceOf(a, '0.2')]);
    expect(() => newPlan(usualRequest, twice, names)).toThrow('one slice a round');
    const foreign = estimateOf(usualRequest, [sliceOf(accountNamed('x'), '0.1')]);
    expect(() => newPlan(usualRequest, foreign, names)).toThrow('only accounts that were named');
  });
});

describe('a later round', () => {
  const open = (accounts: readonly Account[] = threeAccounts) => ({
    accounts,
    barred: new Set<never>(),
    roomShare: 0.1,
  });

  it('asks for exactly what is left, against the first mid', () => {
    const plan = filledTo(planOf(['0.5', '0.5']), '0.1', '0.2');
    const request = { ...usualRequest, worstPrice: 101 };
    expect(nextRequest(plan, request, open())).toMatchObject({
      quantity: 0.7,
      anchorMid: 100,
      worstPrice: 101,
      roomShare: 0.1,
    });
  });

  it('looks only beyond the prices at which an order came short', () => {
    const plan = filledTo(planOf(['0.5', '0.3', '0.2']), '0.1', '0.3', '0');
    const states = ['partial', 'filled', 'failed'] as const;
    const slices = plan.slices.map((slice, index) => {
      const status = states[index] ?? slice.status;
      return { ...slice, status, orderId: `o${index}`, limitPrice: `${101 + index}` };
    });
    const takenTo = (barred: readonly Account[]) =>
      nextRequest({ ...plan, slices }, usualRequest, {
        ...open(),
        barred: new Set(barred.map(({ id }) => id)),
      }).takenTo;
    expect(takenTo([])).toEqual(
      new Map([
        [a.venue, 101],
        [c.venue, 103],
      ]),
    );
    // An order that the exchange refused says nothing about the book.
    expect(takenTo([c])).toEqual(new Map([[a.venue, 101]]));
  });

  it('leaves out who is halted or barred', () => {
    const accounts = [{ ...a, halted: true }, b, c];
    const barred = new Set([b.id]);
    const { accounts: asked } = nextRequest(filledTo(planOf(['1'])), usualRequest, {
      accounts,
      barred,
      roomShare: 0.1,
    });
    expect(asked.map(({ id }) => id)).toEqual(['c']);
  });

  const askedOf = (plan: Plan, accounts?: readonly Account[]) => {
    const { accounts: asked, maxVenues } = nextRequest(plan, usualRequest, open(accounts));
    return [asked.map(({ id }) => id).join(), maxVenues];
  };

  it('asks those that have filled, and of the others as many as are free', () => {
    const plan = planOf(['0.5', '0.5'], {}, 2);
    expect(askedOf(filledTo(plan, '0', '0'))).toEqual(['a,b,c', 2]);
    expect(askedOf(filledTo(plan, '0.1', '0'))).toEqual(['a,b', 2]);
    expect(askedOf(filledTo(plan, '0', '0.1'))).toEqual(['a,b', 2]);
    expect(askedOf(filledTo(plan, '0.1', '0.1'))).toEqual(['a,b', 2]);
    const wide = planOf(['0.5', '0.5'], {}, 3);
    expect(askedOf(filledTo(wide, '0.1', '0.1'))).toEqual(['a,b,c', 3]);
    const many = [...threeAccounts, accountNamed('d'), accountNamed('d2', { venue: c.venue })];
    expect(askedOf(filledTo(wide, '0.1', '0.1'), many)).toEqual(['a,b,c,d2', 3]);
  });

  it('asks those first that could have taken a part', () => {
    const no = (account: Account, reason: Excluded['reason']): Excluded => ({
      venue: account.venue,
      accountId: account.id,
      reason,
      message: 'Why.',
    });
    const d = accountNamed('d');
    const excluded = [no(b, 'NO_BOOK'), no(c, 'NO_BALANCE'), no(d, 'NOT_CHOSEN')];
    const plan = filledTo(planOf(['0.5'], { excluded }, 2), '0.1');
    expect(askedOf(plan, [...threeAccounts, d])).toEqual(['a,d', 2]);
  });

  it('counts its slices on, and keeps to what is left', () => {
    const plan = filledTo(planOf(['0.5', '0.5']), '0.5', '0.2');
    const next = withRound(plan, 2, estimateOf(usualRequest, [sliceOf(c, '0.3')]));
    expect(next.slices.map(({ clientOrderId, round }) => [clientOrderId, round])).toEqual([
      ['p.1', 1],
      ['p.2', 1],
      ['p.3', 2],
    ]);
    const tooMuch = estimateOf(usualRequest, [sliceOf(c, '0.301')]);
    expect(() => withRound(plan, 2, tooMuch)).toThrow('no more than there is');
  });
});

describe('why a plan ended short', () => {
  it('is what kept the other accounts out, where every slice filled', () => {
    const filled = (plan: Plan) => filledTo(plan, '0.5');
    expect(whyShort(filled(planOf(['0.5'])))).toBe(
      '0.5 of 1 did not fill. No account could take more.',
    );
    const noBook = { venue: b.venue, accountId: b.id, reason: 'NO_BOOK' as const };
    const excluded = [{ ...noBook, message: 'No book of bybit.' }];
    expect(whyShort(filled(planOf(['0.5'], { excluded })))).toBe(
      '0.5 of 1 did not fill. b: No book of bybit.',
    );
  });

  it('names each account with its reason, three at most', () => {
    const plan = planOf(['0.5', '0.3', '0.2']);
    const slices = plan.slices.map((slice, index) =>
      index === 0 ? { ...slice, filled: '0.5' } : { ...slice, reason: 'No more there.' },
    );
    expect(whyShort({ ...plan, slices })).toBe(
      '0.5 of 1 did not fill. b: No more there. c: No more there.',
    );
  });
});
