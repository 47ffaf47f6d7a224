import { expect, it } from 'vitest';
import { createManualClock } from '../../../kit/manualClock.ts';
import { createGovernor } from '../shared/limits/governor.ts';
import { okxLimits } from './limits.ts';

it('the switch of okx is set once a second, and no order waits for it', async () => {
  const { all: rules } = okxLimits.groups;
  if (!rules) throw new Error('okx has one group of limits');
  const clock = createManualClock();
  const governor = createGovernor({ clock, rules });
  const sent: string[] = [];
  const ask = (path: string) => {
    const rated = okxLimits.rate({ path, api: 'private', method: 'POST', params: {} });
    const call = governor.acquire({ ...rated, credential: 'a' }, new AbortController().signal);
    void call.then(() => sent.push(path));
  };
  for (const path of ['cancel-all-after', 'cancel-all-after', 'order', 'cancel-order']) {
    ask(`trade/${path}`);
  }
  await clock.advance(900);
  expect(sent).toEqual(['trade/cancel-all-after', 'trade/order', 'trade/cancel-order']);
  await clock.advance(300);
  expect(sent.at(-1)).toBe('trade/cancel-all-after');
  expect(sent).toHaveLength(4);
});
