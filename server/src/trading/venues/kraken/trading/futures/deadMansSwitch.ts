import type { DeadMansSwitch } from '../../../shared/live/dialect.ts';
import { required } from '../../../shared/live/shapes.ts';
import { valueAt } from '../../../shared/wireFields.ts';
import { cancelAllAfter } from './endpoints.ts';

/** For all orders of the account on futures, in whole seconds; zero switches it off. */
export const krakenFuturesSwitch: DeadMansSwitch = {
  marketTypes: ['swap', 'future'],
  isShared: true,
  async set({ client }, { delayMs = 0 }) {
    const answer = await cancelAllAfter(client, { timeout: Math.ceil(delayMs / 1_000) });
    required(valueAt(answer, 'status', 'triggerTime'), 'time of a cancel');
  },
};
