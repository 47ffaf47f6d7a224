import { describe, expect, it } from 'vitest';
import type { StoredOrder } from '../../../src/trading/execution/orderStore.ts';
import type { Dialect, DialectCall } from '../../../src/trading/venues/shared/live/dialect.ts';
import type { VenueOrderState } from '../../../src/trading/venues/venuePort.ts';
import { simulatedVenues } from '../../support/exchanges/every.ts';
import { openLiveService, type SimulatedVenue } from '../../support/exchanges/simulated.ts';

// A record that reports an order as over with nothing filled, while its fills exist: whatever the
// class of the exchange, the order ends as its fills say.

/** Just after the comparison of the account's first minute: the next one is far off. */
const quietMs = 62_000;
/** The slack, and the interval at which ends are requested. */
const provenMs = 16_000;
/** A class that reads fills for each end itself leaves a wrong record to the comparison. */
const comparedMs = 70_000;
const taken = { order_type: 'limit', side: 'buy', quantity: 1, price: 105, time_in_force: 'IOC' };

/** Returns a dialect whose order records say expired and unfilled, and contain no fills. */
function lying(dialect: Dialect): Dialect {
  const quiet = (call: DialectCall): DialectCall => ({ ...call, heard: () => undefined });
  return {
    ...dialect,
    async submit(call, order) {
      return untrue(await dialect.submit(quiet(call), order));
    },
    async lookup(call, ref) {
      return untrue(await dialect.lookup(quiet(call), ref));
    },
  };
}

function untrue(state: VenueOrderState | undefined): VenueOrderState | undefined {
  if (state === undefined) return undefined;
  const nothing = { filled: '0', cost: '0', average: undefined, fees: {} };
  return { ...state, ...nothing, status: 'expired', lastTradeAtMs: undefined };
}

describe.each(simulatedVenues)('an end at $venue that tells of no fills', (own: SimulatedVenue) => {
  it.each(own.markets)('is corrected by those of $marketType', async (market) => {
    const opened = await openLiveService({ ...own, plant: lying });
    try {
      const trader = await opened.service.trader(market);
      await opened.pass(quietMs);
      const words: StoredOrder[] = [];
      opened.service.app.app.trading?.execution.events.onOrder((order) => {
        if (order.clientOrderId === 'mine') words.push(order);
      });
      await trader.send({ ...taken, client_order_id: 'mine' });
      const proves = own.dialects.find(({ marketTypes }) =>
        marketTypes.includes(market.marketType),
      )?.provesEnds;
      const limitMs = proves ? comparedMs : provenMs;
      for (let ms = 0; ms < limitMs && words.at(-1)?.status !== 'closed'; ms += 1_000) {
        await opened.pass(1_000);
      }
      expect(words.map(({ status }) => status)).toContain('expired');
      expect(words.at(-1)).toMatchObject({
        status: 'closed',
        filled: expect.stringMatching(/^1$/),
      });
    } finally {
      await opened.stop();
    }
  });
});
