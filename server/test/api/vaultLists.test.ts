import type { vaultEndpoints } from '@windlass/contract';
import { beforeAll, expect, it } from 'vitest';
import { account, eachVaultApp, type VaultApp } from '../support/vault/app.ts';

type Name = keyof typeof vaultEndpoints;
const name = (endpoint: Name): Name => endpoint;

const path = '/api/vaults';
const [ann, bob] = [account('ANN'), account('BOB')];
const limitError = 'Limit must be between 1 and 100';
const pageError = 'Page must be an integer between 1 and 1000000';
const ownerError = "Must be a valid Stellar address starting with 'G'";
const sortError = 'Sort field must be one of creationDate, creationLedger, vaultName, updatedAt';

/** Created in this order, a second apart from each other. */
const registered = [
  { vaultName: 'Alpha', vaultOwner: ann, creationLedger: 30, tradePermission: true },
  { vaultName: 'beta', vaultOwner: bob, creationLedger: 10 },
  { vaultName: 'Ärger 100%', vaultOwner: ann },
  { vaultName: 'under_score \\ slash', vaultOwner: bob, creationLedger: 20, tradePermission: true },
  { vaultName: "O'Brien", vaultOwner: ann, creationLedger: 20 },
  { vaultName: 'ÄRGER zwei', vaultOwner: bob, creationLedger: 40, tradePermission: true },
];
type Shown = Readonly<Record<string, unknown>>;
const namesIn = (data: readonly Shown[]) => data.map(({ vaultName }) => vaultName);
const newestFirst = namesIn(registered).reverse();

async function register(vaults: VaultApp): Promise<void> {
  for (const body of registered) {
    await vaults.make(body);
    await vaults.app().clock.advance(1_000);
  }
}

eachVaultApp('lists', (vaults) => {
  beforeAll(() => register(vaults));
  const listed = async (query: string) => {
    const answer = await vaults.get(`${path}${query}`);
    expect(answer.status).toBe(200);
    const { data, pagination } = answer.json;
    return { names: namesIn(data), pagination };
  };
  const found = async (search: string) => {
    const query = `?sortBy=vaultName&sortOrder=asc&search=${encodeURIComponent(search)}`;
    const { names, pagination } = await listed(query);
    expect(pagination.totalItems).toBe(names.length);
    return names;
  };

  it(`${name('listVaults')} gives ten a page, newest first`, async () => {
    const answer = await vaults.get(path);
    expect(answer.json).toMatchObject({ success: true, message: 'Vaults retrieved successfully' });
    expect(namesIn(answer.json.data)).toEqual(newestFirst);
    expect(answer.json.pagination).toEqual({
      page: 1,
      limit: 10,
      totalItems: 6,
      totalPages: 1,
      hasNext: false,
      hasPrev: false,
    });
    const { id } = answer.json.data[0];
    expect(answer.json.data[0]).toEqual((await vaults.get(`${path}/${id}`)).json.data);
  });

  it('gives every page, and an empty one behind the last', async () => {
    const pages = await Promise.all([1, 2, 3, 1_000_000].map((n) => listed(`?limit=4&page=${n}`)));
    const all = { limit: 4, totalItems: 6, totalPages: 2 };
    expect(pages).toEqual([
      {
        names: newestFirst.slice(0, 4),
        pagination: { ...all, page: 1, hasNext: true, hasPrev: false },
      },
      {
        names: newestFirst.slice(4),
        pagination: { ...all, page: 2, hasNext: false, hasPrev: true },
      },
      { names: [], pagination: { ...all, page: 3, hasNext: false, hasPrev: true } },
      { names: [], pagination: { ...all, page: 1_000_000, hasNext: false, hasPrev: true } },
    ]);
  });

  it('sorts by each field both ways, ties by id in the same direction', async () => {
    const { data } = (await vaults.get(`${path}?limit=100`)).json;
    const keys = {
      creationDate: ({ creationDate }: Shown) => String(creationDate),
      creationLedger: ({ creationLedger }: Shown) => String(creationLedger ?? '00'),
      vaultName: ({ vaultName }: Shown) =>
        Buffer.from(String(vaultName).toLowerCase()).toString('hex'),
      updatedAt: ({ updatedAt }: Shown) => String(updatedAt),
    };
    for (const [sortBy, key] of Object.entries(keys)) {
      const ids = data
        .toSorted((a: Shown, b: Shown) => (key(a) + String(a.id) < key(b) + String(b.id) ? -1 : 1))
        .map(({ id }: Shown) => id);
      for (const [order, expected] of [
        ['asc', ids],
        ['desc', ids.toReversed()],
      ]) {
        const answer = await vaults.get(`${path}?sortBy=${sortBy}&sortOrder=${order}`);
        expect([sortBy, order, answer.json.data.map(({ id }: Shown) => id)]).toEqual([
          sortBy,
          order,
          expected,
        ]);
      }
    }
  });

  it.each([
    [`owner=${ann}`, ["O'Brien", 'Ärger 100%', 'Alpha']],
    [`owner=${account('NOBODY')}`, []],
    ['tradePermission=true', ['ÄRGER zwei', 'under_score \\ slash', 'Alpha']],
    ['tradePermission=false', ["O'Brien", 'Ärger 100%', 'beta']],
    [`tradePermission=false&owner=${bob}`, ['beta']],
    ['minLedger=20', ['ÄRGER zwei', 'Alpha']],
    ['minLedger=0', newestFirst.filter((shown) => shown !== 'Ärger 100%')],
    ['maxLedger=20', ['beta']],
    ['minLedger=10&maxLedger=30', ["O'Brien", 'under_score \\ slash']],
    ['minLedger=30&maxLedger=10', []],
    ['maxLedger=0', []],
    [`minLedger=15&owner=${ann}&tradePermission=false`, ["O'Brien"]],
    [`search=ärger&tradePermission=true`, ['ÄRGER zwei']],
    [`search=R&minLedger=15&owner=${ann}`, ["O'Brien"]],
  ])('filters by %s', async (query, expected) => {
    const { names, pagination } = await listed(`?${encodeURI(query)}`);
    expect(names).toEqual(expected);
    expect(pagination.totalItems).toBe(expected.length);
  });

  it('searches names for the very text, whatever its case', async () => {
    expect(await found('ALPHA')).toEqual(['Alpha']);
    expect(await found('ärGER')).toEqual(['Ärger 100%', 'ÄRGER zwei']);
    expect(await found('a\u0308rger')).toHaveLength(2);
    expect(await found('%')).toEqual(['Ärger 100%']);
    expect(await found('_')).toEqual(['under_score \\ slash']);
    expect(await found('\\')).toEqual(['under_score \\ slash']);
    expect(await found("'")).toEqual(["O'Brien"]);
    expect(await found("' or 1=1 --")).toEqual([]);
    expect(await found('.*')).toEqual([]);
    expect(await found('\0')).toEqual([]);
    expect(await found('')).toHaveLength(6);
  });

  it(`${name('listTradeVaults')} gives those that may trade`, async () => {
    const answer = await vaults.get(`${path}/trade-permission`);
    expect(answer.json).toMatchObject({
      success: true,
      message: 'Trade-enabled vaults retrieved successfully',
      pagination: { page: 1, limit: 10, totalItems: 3 },
    });
    const all = ['ÄRGER zwei', 'under_score \\ slash', 'Alpha'];
    expect(namesIn(answer.json.data)).toEqual(all);
    const { names } = await listed(
      `/trade-permission?owner=${bob}&sortBy=creationLedger&sortOrder=asc&limit=1&page=2`,
    );
    expect(names).toEqual(['ÄRGER zwei']);
    // It has no filter of permission, so one is ignored.
    expect((await listed('/trade-permission?tradePermission=false')).names).toEqual(all);
  });

  it(`${name('listOwnerVaults')} gives those of an owner`, async () => {
    const answer = await vaults.get(`${path}/by-owner/${ann}?sortBy=vaultName&sortOrder=asc`);
    expect(answer.json).toMatchObject({
      success: true,
      message: 'Vaults retrieved successfully',
      pagination: { page: 1, limit: 10, totalItems: 3, totalPages: 1 },
    });
    expect(namesIn(answer.json.data)).toEqual(['Alpha', "O'Brien", 'Ärger 100%']);
    expect((await listed(`/by-owner/${account('NOBODY')}`)).names).toEqual([]);
    expect((await listed(`/by-owner/${bob}?limit=2&page=2`)).names).toEqual(['beta']);
  });

  it.each([
    ['?limit=0', 'limit', limitError, '0'],
    ['?limit=101', 'limit', limitError, '101'],
    ['?limit=ten', 'limit', limitError, 'ten'],
    ['?limit=1.5', 'limit', limitError, '1.5'],
    ['?limit=1e1', 'limit', limitError, '1e1'],
    ['?limit=', 'limit', limitError, ''],
    ['?limit=5&limit=6', 'limit', limitError, ['5', '6']],
    ['?page=0', 'page', pageError, '0'],
    ['?page=-1', 'page', pageError, '-1'],
    ['?page=1000001', 'page', pageError, '1000001'],
    ['?owner=GABC', 'owner', ownerError, 'GABC'],
    ['?tradePermission=yes', 'tradePermission', 'Trade permission must be true or false', 'yes'],
    ['?sortBy=id', 'sortBy', sortError, 'id'],
    ['?sortOrder=up', 'sortOrder', 'Sort order must be asc or desc', 'up'],
    [
      '?minLedger=-1',
      'minLedger',
      'Minimum ledger must be an integer between 0 and 4294967295',
      '-1',
    ],
    [
      '?maxLedger=4294967296',
      'maxLedger',
      'Maximum ledger must be an integer between 0 and 4294967295',
      '4294967296',
    ],
    ['/trade-permission?limit=101', 'limit', limitError, '101'],
    ['/trade-permission?owner=x', 'owner', ownerError, 'x'],
    [`/by-owner/${ann}?sortBy=owner`, 'sortBy', sortError, 'owner'],
    ['/stats?owner=x', 'owner', ownerError, 'x'],
  ])('refuse %s', async (query, field, message, value) => {
    const answer = await vaults.get(`${path}${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({
      success: false,
      message: 'Invalid query parameters',
      errors: [{ field, message, value }],
    });
  });

  it('refuse an owner that is none in the path, with what else is wrong', async () => {
    const answer = await vaults.get(`${path}/by-owner/GABC?limit=0`);
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual({
      success: false,
      message: 'Invalid Stellar address format',
      errors: [
        { field: 'owner', message: ownerError, value: 'GABC' },
        { field: 'limit', message: limitError, value: '0' },
      ],
    });
  });

  it('refuse a search that is too long, and name every bad field', async () => {
    const answer = await vaults.get(`${path}?search=${'x'.repeat(101)}&limit=0&page=x`);
    const fields = answer.json.errors.map(({ field }: { field: string }) => field);
    expect(fields.sort()).toEqual(['limit', 'page', 'search']);
  });
});

eachVaultApp('an empty registry', (vaults) => {
  it.each(['', '?search=x', '?minLedger=1', '/trade-permission', `/by-owner/${ann}`])(
    'gives an empty page for %s',
    async (query) => {
      const { json } = await vaults.get(`${path}${query}`);
      expect([json.data, json.pagination]).toEqual([
        [],
        { page: 1, limit: 10, totalItems: 0, totalPages: 0, hasNext: false, hasPrev: false },
      ]);
    },
  );
});
