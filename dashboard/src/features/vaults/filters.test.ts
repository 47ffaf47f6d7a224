import { describe, expect, it } from 'vitest';
import { isFiltered, pageSize, readFilters } from './filters.ts';

const owner = 'GCZO56WKPINMMSZ5AR7JCSPAR77XX6DHAUJBWU6IFWNVIR5LYJKKI4PX';
const read = (text: string) => readFilters(new URLSearchParams(text));

describe('filters of the list of vaults', () => {
  it('ask for the first page of all vaults, newest first, when the address names none', () => {
    const filters = read('vault=59f7f70e7b61512f666e49a7');
    expect(filters.input).toEqual({
      page: 1,
      limit: pageSize,
      sortBy: 'creationDate',
      sortOrder: 'desc',
    });
    expect(isFiltered(filters)).toBe(false);
  });

  it('are those of the address', () => {
    const filters = read(
      `search=+north+&owner=${owner}&tradePermission=true&sortBy=vaultName&sortOrder=asc` +
        '&page=3&minLedger=58000000&maxLedger=59000000',
    );
    expect(filters.wrong).toEqual({});
    expect(filters.input).toMatchObject({
      search: 'north',
      owner,
      tradePermission: true,
      page: 3,
      sortBy: 'vaultName',
      sortOrder: 'asc',
      minLedger: 58_000_000,
      maxLedger: 59_000_000,
    });
    expect(isFiltered(filters)).toBe(true);
  });

  it('leave out what the contract refuses, in its words, and keep the rest', () => {
    const filters = read('owner=GSHORT&search=x&page=0&sortBy=shoe');
    expect(filters.wrong).toEqual({
      owner: "Must be a valid Stellar address starting with 'G'",
      page: 'Page must be an integer between 1 and 1000000',
      sortBy: 'Sort field must be one of creationDate, creationLedger, vaultName, updatedAt',
    });
    expect(filters.input).toMatchObject({ search: 'x', page: 1, sortBy: 'creationDate' });
    expect(filters.input.owner).toBeUndefined();
  });
});
