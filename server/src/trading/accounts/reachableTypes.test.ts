import { venueFacts } from '@windlass/contract';
import { describe, expect, it } from 'vitest';
import type { Account } from '../model/account.ts';
import { venueIds } from '../model/venue.ts';
import { parseVenueId } from '../venues/registry.ts';
import { reachableTypes } from './reachableTypes.ts';

const accountAt = (name: string, changes: Partial<Account>): Account => {
  const venue = parseVenueId(name, venueIds);
  return { venue, mode: 'live', hasFuturesCredentials: false, ...changes } as Account;
};

describe('the markets an account reaches', () => {
  it.each(Object.entries(venueFacts))('at %s are what its credentials are for', (name, kind) => {
    const all = reachableTypes(accountAt(name, { mode: 'paper' }));
    const both = reachableTypes(accountAt(name, { hasFuturesCredentials: true }));
    expect(both).toEqual(all);
    const one = reachableTypes(accountAt(name, {}));
    expect(one).toEqual(kind.futuresCredentials ? ['spot'] : all);
  });
});
