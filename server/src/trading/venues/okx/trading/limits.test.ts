import { expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { createGovernor } from '../../shared/limits/governor.ts';
import { okxLimits } from './limits.ts';

/** Makes calls of one key in this order, and records which were sent by when. */
function openGovernor() {
  const { all: rules } = okxLimits.groups;
  if (!rules) throw new Error('okx has one group of limits');
  const clock = createManualClock();
  const governor = createGovernor({ clock, rules });
  const sent: string[] = [];
  const ask = (path: string, method: 'GET' | 'POST' = 'POST') => {
    const rated = okxLimits.rate({ path, api: 'private', method, params: {} });
    const purpose = rated.kind === 'cancel' || rated.kind === 'order' ? rated.kind : 'caller';
    const asked = { ...rated, credential: 'a', purpose } as const;
    const call = governor.acquire(asked, new AbortController().signal);
    // A call that would have to wait for too long is refused.
    void call.then(
      () => sent.push(path),
      () => undefined,
    );
  };
  return { clock, sent, ask };
}

it('the switch of okx is set once a second, and no order waits for it', async () => {
  const { clock, sent, ask } = openGovernor();
  for (const path of ['cancel-all-after', 'cancel-all-after', 'order', 'cancel-order']) {
    ask(`trade/${path}`);
  }
  await clock.advance(900);
  expect(sent).toEqual(['trade/cancel-all-after', 'trade/order', 'trade/cancel-order']);
  await clock.advance(300);
  expect(sent.at(-1)).toBe('trade/cancel-all-after');
  expect(sent).toHaveLength(4);
});

it.each([
  ['asset/transfer', 'POST', 2],
  // From a limit of six a second.
  ['asset/balances', 'GET', 10],
  ['account/set-leverage', 'POST', 20],
  ['account/bills-archive', 'GET', 5],
  ['account/config', 'GET', 5],
  ['account/bills', 'GET', 10],
  ['account/positions', 'GET', 10],
] as const)('%s is asked for no more often than okx allows', async (path, method, most) => {
  const { clock, sent, ask } = openGovernor();
  for (let count = 0; count < 30; count += 1) ask(path, method);
  await clock.advance(1_900);
  // Some of it is reserved for more urgent calls.
  expect(sent.length).toBeLessThanOrEqual(most);
  expect(sent.length).toBeGreaterThanOrEqual(most / 2);
});
