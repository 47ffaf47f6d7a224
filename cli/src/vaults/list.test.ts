import { describe, expect, test } from 'vitest';
import { createFakeIo, type FakeOptions, vaultAnswer } from '../../test/support/fakeIo.ts';
import { addressOf, holdingOf, idOf, vaultOf } from '../../test/support/fakeVaults.ts';
import { run } from '../run.ts';

async function running(argv: string[], options?: FakeOptions) {
  const fake = createFakeIo(options);
  const code = await run(['vaults', ...argv], fake.io);
  return { ...fake, code };
}

const place = { page: 1, limit: 10, totalItems: 64, totalPages: 7, hasNext: true, hasPrev: false };
const owner = `G${'A'.repeat(55)}`;

describe('vaults list', () => {
  const two = [
    vaultOf(),
    vaultOf({ id: idOf(2), vaultName: `a\u001b[2J${'b'.repeat(40)}`, tradePermission: false }),
  ];
  const answer = () => vaultAnswer(two, { pagination: place });

  test('is a table with the middle of addresses left out, and says which page it is', async () => {
    const { code, out } = await running([], { answer });
    expect(out()).toMatchInlineSnapshot(`
      "ID                        NAME                                      ADDRESS        TRADE  MAX SIZE  A DAY  SLIPPAGE  CREATED
      65f000000000000000000001  Main                                      CXXXXX…AAAAAB  yes    12.5 %    20     1 %       2025-12-30T10:00:00.000Z
      65f000000000000000000002  a?[2Jbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…  CXXXXX…AAAAAB  no     12.5 %    20     1 %       2025-12-30T10:00:00.000Z
      page 1 of 7, 64 vaults
      "
    `);
    expect(code).toBe(0);
  });

  test('--wide leaves nothing out', async () => {
    const { out } = await running(['list', '--wide'], { answer });
    expect(out()).toContain(`${addressOf(1)} `);
    expect(out()).toContain('b'.repeat(40));
  });

  test('asks for what its options say, and for nothing that was not said', async () => {
    const filters = ['--owner', owner, '--no-trade', '--search', 'de sk', '--limit', '5'];
    const sorted = ['--sort', 'vaultName', '--order', 'asc', '--page', '3'];
    const { requests } = await running(['list', ...filters, ...sorted], { answer });
    expect(Object.fromEntries(new URL(requests[0]?.url ?? '').searchParams)).toEqual({
      owner,
      tradePermission: 'false',
      search: 'de sk',
      limit: '5',
      sortBy: 'vaultName',
      sortOrder: 'asc',
      page: '3',
    });
    expect((await running(['list'], { answer })).requests[0]?.url).toMatch(/\/api\/vaults$/);
    const traders = await running(['list', '--trade'], { answer });
    expect(traders.requests[0]?.url).toMatch(/\?tradePermission=true$/);
  });

  test('--json is the page and its place, and nothing else', async () => {
    const { out } = await running(['list', '--json'], { answer });
    expect(JSON.parse(out())).toEqual({ vaults: two, pagination: place });
  });

  test.each([
    [{ totalItems: 1, totalPages: 1 }, [vaultOf()], /\npage 1 of 1, 1 vault\n$/],
    [{ totalItems: 0, totalPages: 0 }, [], /^no vaults\n$/],
    [{ page: 9 }, [], /^page 9 of 7, 64 vaults\n$/],
  ])('says of %o where it stands', async (rest, vaults, line) => {
    const pagination = { ...place, ...rest };
    const { out } = await running([], { answer: () => vaultAnswer(vaults, { pagination }) });
    expect(out()).toMatch(line);
  });

  test.each([
    [['list', '--sort', 'age'], /Allowed choices are creationDate, creationLedger/],
    [['list', '--limit', '101'], /Expected an integer from 1 to 100\.\n$/],
    [['show'], /missing required argument 'vault'\n$/],
    [['show', 'x', '--network', 'main'], /Allowed choices are testnet, mainnet/],
    [['toggle', idOf(1), 'maybe'], /Allowed choices are on, off/],
    [['toggle', idOf(1), 'on', '--slippage', '1e2'], /Expected a number from 0 to 100\.\n$/],
    [['create', '--name', 'x', '--owner', owner], /required option '--address <address>'/],
    [['refresh-all', '--batch-size', '51'], /Expected an integer from 1 to 50\.\n$/],
    [['refresh-all', '--after', '7'], /Expected 24 hexadecimal characters\.\n$/],
    [['delete', idOf(1)], /^windlass: Confirm in a terminal or pass --yes\.\n$/],
  ])('%j ends with 2 and one line, before anything is sent', async (argv, line) => {
    const { code, err, out, requests } = await running(argv);
    expect(err()).toMatch(line);
    expect(err().trimEnd().split('\n')).toHaveLength(1);
    expect([code, out(), requests]).toEqual([2, '', []]);
  });
});

describe('vaults show', () => {
  const holdings = [
    holdingOf({ tokenSymbol: 'USDC', balance: '1250000.5000000' }),
    holdingOf({ balance: '7', lastUpdated: '2025-12-29T00:00:00.000Z' }),
    holdingOf({ network: 'testnet', balance: '0.0000001', lastUpdated: '2026-01-01T00:00:09Z' }),
  ];
  const pages = (count: number) => (request: { url: string }) => {
    const { pathname, searchParams } = new URL(request.url);
    if (!pathname.endsWith('/holdings')) return vaultAnswer(vaultOf());
    const page = Number(searchParams.get('page'));
    const pagination = { ...place, page, hasNext: page < count };
    return vaultAnswer(holdings, { pagination });
  };

  test('prints every field, then what the vault holds', async () => {
    const { code, out, err } = await running(['show', idOf(1)], { answer: pages(1) });
    expect(out()).toMatchInlineSnapshot(`
      "id                 65f000000000000000000001
      name               Main
      owner              GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
      address            CXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXAAAAAB
      trade              yes
      max trade size     12.5 %
      daily trade limit  20 trades a day
      slippage           1 %
      creation date      2025-12-30T10:00:00.000Z
      creation ledger    51000000
      created            2025-12-30T10:00:00.000Z
      updated            2025-12-31T10:00:00.000Z

      NETWORK  SYMBOL          BALANCE  LEDGER    AGE
      mainnet  USDC    1250000.5000000  60000001  30 s
      mainnet  XLM           7          60000001  3 d
      testnet  XLM           0.0000001  60000001  0 s
      "
    `);
    expect([code, err()]).toEqual([0, '']);
  });

  test('finds a vault by its address, and narrows its holdings', async () => {
    const argv = ['show', addressOf(1), '--network', 'testnet', '--zero'];
    const { requests } = await running(argv, { answer: pages(1) });
    expect(requests.map(({ url }) => url.replace(/^.*\/api/, ''))).toEqual([
      `/vaults/by-address/${addressOf(1)}`,
      `/vaults/${idOf(1)}/holdings?page=1&limit=100&includeZeroBalances=true&network=testnet`,
    ]);
  });

  test('reads every page of the holdings', async () => {
    const { out, err } = await running(['show', idOf(1), '--json'], { answer: pages(3) });
    expect(JSON.parse(out())).toEqual({
      vault: vaultOf(),
      holdings: [...holdings, ...holdings, ...holdings],
    });
    expect(err()).toBe('');
  });

  test('says so when there are more pages than it reads', async () => {
    const { err, requests } = await running(['show', idOf(1)], { answer: pages(1_000) });
    expect(requests).toHaveLength(11);
    expect(err()).toBe('Only the first 30 holdings were read.\n');
  });
});
