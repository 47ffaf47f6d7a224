import type { DeadMansSwitch } from '../../shared/live/dialect.ts';
import { contractCountdownCancel, spotCountdownCancel } from './endpoints.ts';

/**
 * One switch for all pairs and one for all perpetuals, in whole seconds; none for dated contracts.
 * Zero switches it off.
 */
export const gateioDeadMansSwitch: DeadMansSwitch = {
  marketTypes: ['spot', 'swap'],
  async set({ client }, { marketType, delayMs = 0 }) {
    const timeout = Math.ceil(delayMs / 1_000);
    if (marketType === 'spot') await spotCountdownCancel(client, { timeout });
    else await contractCountdownCancel(client, marketType, { settle: 'usdt', timeout });
  },
};
