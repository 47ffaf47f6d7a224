import { expect, it } from 'vitest';
import { actor, venueOf } from '../../../test/support/accounts/fixture.ts';
import { oneWorld } from '../../../test/support/algorithms/oneWorld.ts';
import { createManualClock } from '../../../test/support/manualClock.ts';
import { AppError } from '../../kit/errors.ts';
import type { Account } from '../model/account.ts';
import type { MovedFunds, SettingOutcome } from '../venues/perpsPort.ts';
import { createPerps, type PerpsDeps } from './perps.ts';

type Answer = () => Promise<SettingOutcome<MovedFunds>>;

/** Returns the events of a transfer, in their order. */
async function transferred(answer: Answer, isRefused = false) {
  const clock = createManualClock();
  const account = { id: 'desk', venue: venueOf('binance'), portfolioMargin: false } as Account;
  const steps: string[] = [];
  const deps: PerpsDeps = {
    accounts: { find: async () => account },
    sessions: {
      at: () => ({
        async transfer({ asset, amount, from, to }) {
          steps.push(`sent ${amount} ${asset} ${from} ${to}`);
          return answer();
        },
      }),
    },
    worldOf: oneWorld({
      markets: { rulesOf: () => undefined, knows: () => false, prepare: async () => undefined },
    }),
    transfers: {
      async intended(_account, { asset, amount, from, to }) {
        steps.push(`intended ${amount} ${asset} ${from} ${to}`);
        if (isRefused) throw new AppError('STORE_UNAVAILABLE');
        return 'id-1';
      },
      settled: async (_account, id, outcome) => void steps.push(`${id} ${outcome}`),
    },
    clock,
    observe: { auditNotWritten: () => undefined },
    audit: async ({ action }) => void steps.push(action),
  };
  const draft = { accountId: 'desk', asset: 'USDT', amount: 2.5, from: 'main', to: 'swap' };
  const done = createPerps(deps)
    .transfer(draft, actor)
    .then(
      ({ transferId, status }) => `${transferId} ${status}`,
      (error: unknown) => (error instanceof AppError ? error.code : error),
    );
  await clock.advance(10_000);
  return { steps, end: await done };
}

const move = '2.5 USDT spot swap';
const before = [`intended ${move}`, 'transfer.sent', `sent ${move}`];
const movedFunds = { transferId: 't', atMs: 1, result: {} };

it.each(['completed', 'pending'] as const)('a transfer that is %s is told so', async (status) => {
  const { steps, end } = await transferred(async () => ({ kind: 'done', status, ...movedFunds }));
  expect(steps).toEqual([...before, `id-1 ${status}`, `transfer.${status}`]);
  expect(end).toBe(`t ${status}`);
});

it('a transfer that is rejected is expected nowhere', async () => {
  const { steps, end } = await transferred(async () => ({
    kind: 'rejected',
    code: 'INSUFFICIENT_BALANCE',
    message: 'too little',
  }));
  expect([steps, end]).toEqual([[...before, 'id-1 rejected'], 'INSUFFICIENT_BALANCE']);
});

it.each<[string, Answer]>([
  ['has no clear answer', async () => ({ kind: 'unknown', message: 'reset' })],
  ['breaks', () => Promise.reject(new Error('broken'))],
  ['is never answered', () => new Promise(() => undefined)],
])('a transfer that %s may be there or not', async (_name, answer) => {
  const { steps, end } = await transferred(answer);
  expect([steps, end]).toEqual([[...before, 'id-1 unknown'], 'NETWORK_ERROR']);
});

it('a transfer that cannot be written down is not sent', async () => {
  const { steps, end } = await transferred(() => new Promise(() => undefined), true);
  expect([steps, end]).toEqual([before.slice(0, 1), 'STORE_UNAVAILABLE']);
});
