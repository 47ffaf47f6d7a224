import { describe, expect, it } from 'vitest';
import {
  accountId,
  type LevelsScene,
  testChild,
  testView,
} from '../../../../test/support/algorithms/levels/view.ts';
import type { AlgorithmAction, AlgorithmEvent, ChildView, RoutedSlice } from '../algorithm.ts';
import { sweep } from './definition.ts';
import type { SweepParams } from './params.ts';

const usual: SweepParams = {
  urgency: 'aggressive',
  useSor: true,
  maxSlippageBps: 50,
  maxRetries: 3,
};
const fresh = { round: 0, phase: 'between', untilMs: 0, routes: 0, remainingAfterRound: 1 };
const routing = { ...fresh, round: 1, phase: 'routing', untilMs: 10_000, routes: 1 };
const taking = { ...fresh, round: 1, phase: 'taking', untilMs: 2_000, routes: 1 };
const settled = { ...fresh, round: 1, untilMs: 500, routes: 1, remainingAfterRound: 0.4 };

const place = (id: string, quantity: number, price: number): AlgorithmAction => ({
  kind: 'place',
  accountId: accountId(id),
  quantity,
  price,
  timeInForce: 'IOC',
  purpose: 'sweep',
  group: 1,
});
const route = (changes: Partial<Extract<AlgorithmAction, { kind: 'route' }>> = {}) => ({
  kind: 'route',
  ref: '1.1',
  quantity: 1,
  worstPrice: 100.5,
  leaveOut: [],
  ...changes,
});
const routed = (slices: readonly RoutedSlice[], ref = '1.1', reason?: string): AlgorithmEvent => ({
  kind: 'routed',
  ref,
  slices,
  reason,
});
const slice = (id: string, quantity: number, limitPrice: number): RoutedSlice => ({
  accountId: accountId(id),
  quantity,
  limitPrice,
});
const over = (child: Partial<ChildView>) => testChild({ isOver: true, ...child });
const wait = (reason: string) => ({ kind: 'wait', reason: expect.stringContaining(reason) });
const completed = (reason: string | undefined) => ({
  kind: 'end',
  status: 'COMPLETED',
  reason: reason === undefined ? undefined : expect.stringContaining(reason),
});

const two: LevelsScene['accounts'] = [{ id: 'a' }, { id: 'b', venue: 'bybit' }];
const started: AlgorithmEvent = { kind: 'started' };
const children: AlgorithmEvent = { kind: 'children' };
const woke: AlgorithmEvent = { kind: 'woke' };

interface Row {
  readonly name: string;
  readonly state?: object;
  readonly event: AlgorithmEvent;
  readonly params?: Partial<SweepParams>;
  readonly scene?: LevelsScene;
  readonly actions: readonly unknown[];
  readonly wakeAtMs?: number | undefined;
}

function check({ state = fresh, event, params, scene, actions, wakeAtMs }: Row): void {
  const step = sweep.step(state, event, { params: { ...usual, ...params }, view: testView(scene) });
  expect(step.actions).toEqual(actions);
  expect(step.wakeAtMs).toBe(wakeAtMs);
}

describe('a sweep with the router', () => {
  const rows: readonly Row[] = [
    {
      name: 'asks it for everything within the guard',
      event: started,
      actions: [route()],
      wakeAtMs: 10_000,
    },
    {
      name: 'asks within the limit price when that is tighter',
      event: started,
      scene: { terms: { limitPrice: 100.2 } },
      actions: [route({ worstPrice: 100.2 })],
      wakeAtMs: 10_000,
    },
    {
      name: 'asks within the guard when the limit price is wider',
      event: started,
      scene: { terms: { side: 'sell', limitPrice: 90 } },
      actions: [route({ worstPrice: 99.5 })],
      wakeAtMs: 10_000,
    },
    {
      name: 'goes 20 bps beyond the best price when it is neutral',
      event: started,
      params: { urgency: 'neutral' },
      actions: [route({ worstPrice: 100.21002 })],
      wakeAtMs: 10_000,
    },
    {
      name: 'goes to the best prices alone when it is passive',
      event: started,
      params: { urgency: 'passive' },
      scene: { accounts: [{ id: 'a' }, { id: 'b', takeable: [[100.03, 1]] }] },
      actions: [route({ worstPrice: 100.03 })],
      wakeAtMs: 10_000,
    },
    {
      name: 'places one immediate order for each slice',
      state: routing,
      event: routed([slice('a', 0.6, 100.01), slice('b', 0.4, 100.11)]),
      scene: { accounts: two, nowMs: 40 },
      actions: [place('a', 0.6, 100.01), place('b', 0.4, 100.11)],
      wakeAtMs: 2_040,
    },
    {
      name: 'takes of a slice only what the best price offers when it is passive',
      state: routing,
      event: routed([slice('a', 1.4, 100.11), slice('b', 0.2, 100.01)]),
      params: { urgency: 'passive' },
      scene: { terms: { quantity: 2 }, accounts: two },
      actions: [place('a', 1, 100.01), place('b', 0.2, 100.01)],
      wakeAtMs: 2_000,
    },
    {
      name: 'never places more than remains, whatever it is told',
      state: routing,
      event: routed([slice('a', 0.9, 100.01), slice('b', 0.4, 100.01)]),
      scene: { accounts: two },
      actions: [place('a', 0.9, 100.01), place('b', 0.1, 100.01)],
      wakeAtMs: 2_000,
    },
    {
      name: 'does nothing on the answer to an older question',
      state: { ...routing, routes: 2 },
      event: routed([slice('a', 1, 100.01)]),
      actions: [],
      wakeAtMs: 10_000,
    },
    ...(['resumed', 'recovered'] as const).map((kind) => ({
      name: `asks again for the route that was lost when it is ${kind}`,
      state: routing,
      event: { kind },
      scene: { nowMs: 100 },
      actions: [route({ ref: '1.2' })],
      wakeAtMs: 10_100,
    })),
    {
      name: 'asks again when no answer came',
      state: routing,
      event: woke,
      scene: { nowMs: 10_000 },
      actions: [route({ ref: '1.2' })],
      wakeAtMs: 20_000,
    },
    {
      name: 'says why nothing was found, and waits a second',
      state: routing,
      event: routed([], '1.1', 'The best ask is beyond the worst price.'),
      scene: { nowMs: 40 },
      actions: [wait('Round 1 of 4 took nothing: The best ask is beyond the worst price.')],
      wakeAtMs: 1_040,
    },
    {
      name: 'ends when the last round finds nothing',
      state: { ...routing, round: 4, routes: 4 },
      event: routed([], '4.4', 'The best ask is beyond the worst price.'),
      actions: [completed('After 4 rounds, 0 of 1 is filled. The last round took nothing: The')],
    },
    {
      name: 'leaves out an account that has nothing left while another has',
      state: settled,
      event: woke,
      scene: {
        accounts: two,
        nowMs: 500,
        children: [over({ refusedCode: 'INSUFFICIENT_BALANCE' })],
      },
      actions: [route({ ref: '2.2', leaveOut: [accountId('a')] })],
      wakeAtMs: 10_500,
    },
    {
      name: 'leaves out no account that was refused for another reason',
      state: settled,
      event: woke,
      scene: { accounts: two, nowMs: 500, children: [over({ refusedCode: 'EXCHANGE_ERROR' })] },
      actions: [route({ ref: '2.2' })],
      wakeAtMs: 10_500,
    },
    {
      name: 'does not leave out the only account that is open',
      state: settled,
      event: woke,
      scene: {
        accounts: [{ id: 'a' }, { id: 'b', barred: 'It is halted.' }],
        nowMs: 500,
        children: [over({ refusedCode: 'DAILY_LIMIT_EXCEEDED' })],
      },
      actions: [route({ ref: '2.2' })],
      wakeAtMs: 10_500,
    },
  ];
  it.each(rows)('$name', check);
});

describe('a round of a sweep', () => {
  const live = { state: taking, scene: { children: [testChild()] } };
  const rows: readonly Row[] = [
    {
      name: 'waits for its orders in silence at first',
      ...live,
      event: children,
      actions: [],
      wakeAtMs: 2_000,
    },
    ...([woke, { kind: 'resumed' }, { kind: 'recovered' }] as const).map((event) => ({
      name: `never goes around an order of unknown outcome (${event.kind})`,
      state: taking,
      event,
      scene: { children: [testChild()], nowMs: 2_000 },
      actions: [wait('Waiting for the outcome of child order 1')],
      wakeAtMs: 12_000,
    })),
    {
      name: 'lets the books show what was taken before the next',
      state: taking,
      event: children,
      scene: { nowMs: 300, children: [over({ filled: 0.6 })] },
      actions: [],
      wakeAtMs: 800,
    },
    {
      name: 'is followed by one for what remains',
      state: settled,
      event: woke,
      scene: { nowMs: 500, children: [over({ filled: 0.6 })] },
      actions: [route({ ref: '2.2', quantity: 0.4 })],
      wakeAtMs: 10_500,
    },
    {
      name: 'ends it once everything is filled',
      state: taking,
      event: children,
      scene: { children: [over({ filled: 1 })] },
      actions: [completed(undefined)],
    },
    {
      name: 'ends it once only dust remains',
      state: taking,
      event: children,
      scene: { children: [over({ filled: 0.95 })] },
      actions: [completed('The remaining 0.05 is less than any account could trade.')],
    },
    {
      name: 'ends it short when it was the last',
      state: { ...taking, round: 4 },
      event: children,
      scene: { children: [over({ group: 4, filled: 0.25 })] },
      actions: [completed('After 4 rounds, 0.25 of 1 is filled.')],
    },
    {
      name: 'ends it with the codes when all of the last was refused',
      state: taking,
      event: children,
      params: { maxRetries: 0 },
      scene: { children: [over({ refusedCode: 'EXCHANGE_ERROR' })] },
      actions: [
        completed('After 1 round, 0 of 1 is filled. The last round took nothing: No order'),
      ],
    },
    {
      name: 'takes nothing without a usable book',
      event: started,
      scene: { accounts: [{ takeable: 'none' }] },
      actions: [wait('Round 1 of 4 took nothing: No account has a usable book of BTC/USDT.')],
      wakeAtMs: 1_000,
    },
  ];
  it.each(rows)('$name', check);
});

describe('a sweep without the router', () => {
  const params = { useSor: false } as const;
  const rows: readonly Row[] = [
    {
      name: 'takes at the accounts in their order, each at the worst level it takes',
      event: started,
      params,
      scene: { terms: { quantity: 6 }, accounts: two },
      actions: [place('a', 5, 100.11), place('b', 1, 100.01)],
      wakeAtMs: 2_000,
    },
    {
      name: 'gives accounts of one venue its depth once',
      event: started,
      params,
      scene: { terms: { quantity: 6 }, accounts: [{ id: 'a' }, { id: 'b' }] },
      actions: [place('a', 5, 100.11)],
      wakeAtMs: 2_000,
    },
    {
      name: 'takes no level beyond the guard',
      event: started,
      params: { ...params, maxSlippageBps: 10 },
      scene: { terms: { quantity: 6 }, accounts: two },
      actions: [place('a', 1, 100.01), place('b', 1, 100.01)],
      wakeAtMs: 2_000,
    },
    {
      name: 'takes a level exactly at the guard',
      event: started,
      params: { ...params, maxSlippageBps: 11 },
      scene: { terms: { quantity: 2 } },
      actions: [place('a', 2, 100.11)],
      wakeAtMs: 2_000,
    },
    {
      name: 'takes the best price alone when it is passive',
      event: started,
      params: { ...params, urgency: 'passive' },
      scene: { terms: { side: 'sell', quantity: 2 } },
      actions: [place('a', 1, 99.99)],
      wakeAtMs: 2_000,
    },
    {
      name: 'skips accounts that get no orders',
      event: started,
      params,
      scene: { accounts: [{ id: 'a', barred: 'It is halted.' }, { id: 'b' }] },
      actions: [place('b', 1, 100.01)],
      wakeAtMs: 2_000,
    },
    {
      name: 'says which bound leaves it nothing',
      event: started,
      params,
      scene: { terms: { limitPrice: 99 } },
      actions: [wait('Nothing that could be traded is offered within 99 (the limit price).')],
      wakeAtMs: 1_000,
    },
    {
      name: 'leaves out who has nothing left',
      state: settled,
      event: woke,
      params,
      scene: {
        accounts: two,
        nowMs: 500,
        children: [over({ refusedCode: 'INSUFFICIENT_MARGIN' })],
      },
      actions: [{ ...place('b', 1, 100.01), group: 2 }],
      wakeAtMs: 2_500,
    },
  ];
  it.each(rows)('$name', check);
});

it('reports its rounds', () => {
  const view = testView({ children: [over({ filled: 0.7 })] });
  expect(sweep.report(settled, usual, view)).toEqual({
    sweep_round: 1,
    total_rounds: 4,
    arrival_price: 100,
    // A late fill counts.
    remaining_after_round: 0.3,
  });
  const whole = sweep.initialState(usual, view);
  expect(sweep.report(whole, usual, testView())).toMatchObject({
    sweep_round: 0,
    remaining_after_round: 1,
  });
  expect(sweep.plannedMs(usual, view)).toBeUndefined();
});
