import { expect, it } from 'vitest';
import { marketTypes } from '../model/order.ts';
import { venueIds } from '../model/venue.ts';
import { estimatesFees } from './liveVenues.ts';

it('of all exchanges kraken alone does not tell the fees of fills, on futures', () => {
  const estimated = venueIds.flatMap((venue) =>
    marketTypes.filter((type) => estimatesFees(venue, type)).map((type) => `${venue} ${type}`),
  );
  expect(estimated).toEqual(['kraken swap', 'kraken future']);
});
