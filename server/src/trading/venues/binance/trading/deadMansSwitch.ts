import type { DeadMansSwitch } from '../../shared/live/dialect.ts';
import { countdownCancel } from './endpoints.ts';

/** Only for contracts, one for each symbol; a countdown of zero switches it off. */
export const binanceDeadMansSwitch: DeadMansSwitch = {
  marketTypes: ['swap', 'future'],
  async set({ client }, { symbols, delayMs }) {
    for (const symbol of symbols) {
      await countdownCancel(client, {
        symbol: client.market(symbol).id,
        countdownTime: delayMs ?? 0,
      });
    }
  },
};
