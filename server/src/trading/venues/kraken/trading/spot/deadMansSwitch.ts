import type { DeadMansSwitch } from '../../../shared/live/dialect.ts';

/** One timer for all orders of the account, whatever their pairs; zero switches it off. */
export const krakenSpotSwitch: DeadMansSwitch = {
  marketTypes: ['spot'],
  async set({ client }, { delayMs = 0 }) {
    const timeout = Math.ceil(delayMs / 1_000);
    await client.request('CancelAllOrdersAfter', 'private', 'POST', { timeout });
  },
};
