import { expect, it } from 'vitest';
import { marketTypes } from '../model/order.ts';
import { venueIds } from '../model/venue.ts';
import { productionOf } from '../model/venuePlace.ts';
import { estimatesFees, loadDialects } from './liveVenues.ts';

it('of all exchanges kraken alone does not tell the fees of fills, on futures', async () => {
  const dialectsOf = await loadDialects();
  const estimated = venueIds.flatMap((venue) => {
    const dialects = dialectsOf({ ...productionOf(venue), portfolioMargin: false });
    const types = marketTypes.filter((type) => estimatesFees(dialects, type));
    return types.map((type) => `${venue} ${type}`);
  });
  expect(estimated).toEqual(['kraken swap', 'kraken future']);
});
