import { afterAll, describe, expect, it } from 'vitest';
import { simulatedVenues } from '../../support/exchanges/every.ts';
import { proofOf } from '../../support/proof.ts';
import { drawRun, type WireRun } from '../../support/wire/draw.ts';
import { wirePlants } from '../../support/wire/plants.ts';
import { playRun } from '../../support/wire/play.ts';
import { createServices } from '../../support/wire/series.ts';

// Orders of live accounts through real sockets, with faults on the wire at random moments: some of
// the runs of `npm run prove:wire`, which can repeat any of them alone.

const { numRuns, seed = 1 } = proofOf(30);
const runs = Array.from({ length: numRuns }, (_, index) => ({
  index,
  ...drawRun(`${seed} ${index}`),
}));

describe.each(simulatedVenues)('$venue', (venue) => {
  const services = createServices(undefined);
  afterAll(() => services.close());

  it.each(runs.filter((run) => run.venue === venue))(
    `has every order once and as we have it: seed ${seed}, run $index on $market.marketType`,
    async (run) => {
      const { faults } = await services.use(venue, (live) => playRun(live, run));
      expect(faults).toEqual([]);
    },
  );
});

const quiet = { chances: {}, seed: 1 };
const terms = { side: 'buy', quantity: 1, mayRest: true } as const;
const orderAt = (price: number) => ({
  ...terms,
  name: 'a',
  body: { side: 'buy', quantity: 1, client_order_id: 'a', order_type: 'limit', price },
});
const sending = { kind: 'send', repeats: 'never', isAwaited: true } as const;

/** Returns the findings of a run at the first of the exchanges. */
async function play(run: Pick<WireRun, 'acts' | 'frames'>, planted?: string) {
  const plant = wirePlants.find(({ name }) => name === planted);
  if (planted !== undefined && !plant) throw new Error(`There is no mistake "${planted}"`);
  const [venue] = simulatedVenues;
  const [market] = venue?.markets ?? [];
  if (!venue || !market) throw new Error('there is an exchange with a market');
  const services = createServices(plant);
  const result = await services.use(venue, (live) => playRun(live, { venue, market, ...run }));
  await services.close();
  return result;
}

describe('a mistake between the service and the wire', () => {
  it.each(['sent again after a failure', 'a failure taken for a refusal'])(
    'is found by a run: %s',
    async (plant) => {
      const fault = { when: 'after', how: { kind: 'resetsBeforeHeaders' } } as const;
      const acts = [{ ...sending, order: orderAt(95), fault }];
      expect((await play({ acts, frames: quiet }, plant)).faults).not.toEqual([]);
    },
  );
});

describe('a fill that the stream tells twice', () => {
  const filled = { bids: [[94, 10]], asks: [[95, 10]] } as const;
  const run: Pick<WireRun, 'acts' | 'frames'> = {
    acts: [
      { ...sending, order: orderAt(97.5), fault: undefined },
      // With a stream that has just begun, orders are looked up without a message.
      { kind: 'time', ms: 20_000 },
      { kind: 'market', book: filled },
    ],
    frames: { chances: { duplicatedUserFrame: 1 }, seed: 1 },
  };

  it('is counted once', async () => {
    const { faults, struck, trades } = await play(run);
    expect([faults, trades]).toEqual([[], 1]);
    expect(struck).toContain('frames duplicatedUserFrame');
  });

  it('is found by the run where it is counted twice', async () => {
    const { faults } = await play(run, 'a message that comes twice is a second fill');
    expect(faults).toContainEqual(expect.stringMatching(/^a: fills of 2 worth .* were told/));
  });

  it('is no fill of two where nothing comes twice', async () => {
    const calm = { ...run, frames: quiet };
    const { faults } = await play(calm, 'a message that comes twice is a second fill');
    expect(faults).toEqual([]);
  });
});
