import type { DeadMansSwitch } from '../../shared/live/dialect.ts';

/** Only for contracts, one for each symbol; a countdown of zero switches it off. */
export const binanceDeadMansSwitch: DeadMansSwitch = {
  marketTypes: ['swap', 'future'],
  async set({ client }, { symbols, delayMs }) {
    for (const symbol of symbols) {
      const countdown = { symbol: client.market(symbol).id, countdownTime: delayMs ?? 0 };
      await client.request('countdownCancelAll', 'fapiPrivate', 'POST', countdown);
    }
  },
};
