import { expect, it } from 'vitest';
import { createManualClock } from '../../../../test/support/manualClock.ts';
import { VenueUnavailableError } from '../../model/venueUnavailableError.ts';
import { ask } from './run.ts';

const deaf = () => new Promise<never>(() => undefined);

it('takes a venue that is deaf to its deadline for one that cannot be asked', async () => {
  const clock = createManualClock();
  const asked = ask({ clock, signal: new AbortController().signal }, deaf);
  const refused = expect(asked).rejects.toBeInstanceOf(VenueUnavailableError);
  await clock.advance(40_000);
  await refused;
});

it('waits for no venue when the service stops', async () => {
  const stopping = new AbortController();
  const asked = ask({ clock: createManualClock(), signal: stopping.signal }, deaf);
  stopping.abort(new Error('the service stops'));
  await expect(asked).rejects.toThrow('the service stops');
});
