import type { DeadMansSwitch } from '../../../shared/live/dialect.ts';
import { cancelAllAfter } from './endpoints.ts';

/** One timer for all orders of the account, whatever their pairs; zero switches it off. */
export const krakenSpotSwitch: DeadMansSwitch = {
  marketTypes: ['spot'],
  async set({ client }, { delayMs = 0 }) {
    await cancelAllAfter(client, { timeout: Math.ceil(delayMs / 1_000) });
  },
};
