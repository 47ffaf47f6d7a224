import { afterAll, describe, expect, it } from 'vitest';
import { proofOf } from '../../support/proof.ts';
import { simulatedVenues } from '../../support/simulatedVenues.ts';
import { drawRun } from '../../support/wire/draw.ts';
import { playRun } from '../../support/wire/play.ts';
import { createHouses } from '../../support/wire/series.ts';

// Orders of live accounts through real sockets, with faults on the wire at drawn moments: some of
// the runs of `npm run prove:wire`, which repeats any of them by itself.

const { numRuns, seed = 1 } = proofOf(60);
const runs = Array.from({ length: numRuns }, (_, index) => ({
  ...{ index, ...drawRun(`${seed} ${index}`) },
}));

describe.each(simulatedVenues)('$venue', (venue) => {
  const houses = createHouses(undefined);
  afterAll(() => houses.close());

  it.each(runs.filter((run) => run.venue === venue))(
    `has every order once and as we have it: seed ${seed}, run $index on $market.marketType`,
    async (run) => {
      const { faults } = await houses.use(venue, (live) => playRun(live, run));
      expect(faults).toEqual([]);
    },
  );
});

describe('a mistake between the service and the wire', () => {
  it.each(['sent again after a failure', 'a failure taken for a refusal'])(
    'is found by a run: %s',
    async (plant) => {
      const houses = createHouses(plant);
      const lost = { when: 'after', how: { kind: 'resetsBeforeHeaders' } } as const;
      const body = { side: 'buy', quantity: 1, client_order_id: 'a', order_type: 'limit' };
      const order = {
        name: 'a',
        side: 'buy',
        quantity: 1,
        mayRest: true,
        body: { ...body, price: 95 },
      } as const;
      const [venue] = simulatedVenues;
      const [market] = venue?.markets ?? [];
      if (!venue || !market) throw new Error('there is an exchange with a market');
      const shared = { kind: 'send', order, repeats: 'never', isAwaited: true } as const;
      const acts = [{ ...shared, fault: lost }];
      const { faults } = await houses.use(venue, (live) => playRun(live, { venue, market, acts }));
      await houses.close();
      expect(faults).not.toEqual([]);
    },
  );
});
