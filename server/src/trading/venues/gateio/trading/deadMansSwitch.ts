import type { DeadMansSwitch } from '../../shared/live/dialect.ts';
import { ask } from './endpoints.ts';

/**
 * One switch for all pairs and one for all perpetuals, in whole seconds; none for dated contracts.
 * Zero switches it off.
 */
export const gateioDeadMansSwitch: DeadMansSwitch = {
  marketTypes: ['spot', 'swap'],
  async set(call, { marketType, delayMs = 0 }) {
    const params = { timeout: Math.ceil(delayMs / 1_000) };
    await ask(call, marketType, { method: 'POST', path: 'countdown_cancel_all', params });
  },
};
