import { describe, expect, test } from 'vitest';
import { vaultAnswer, vaultRefusal } from '../../test/support/fakeIo.ts';
import { idOf, refreshing } from '../../test/support/fakeVaults.ts';

describe('refresh-all', () => {
  test('goes through the registry in parts, each after the last, and sums them up', async () => {
    const { finish, bodies, out, err } = await refreshing([], { count: 250, partMs: 5_000 });
    expect(await finish()).toBe(0);
    const same = { forceUpdate: false, tradePermissionOnly: false, maxVaults: 100 };
    expect(bodies()).toEqual([
      same,
      { ...same, afterId: idOf(100) },
      { ...same, afterId: idOf(200) },
    ]);
    expect(out()).toBe('Updated 250 of 250 vaults on mainnet in 15 s: 1,750 tokens, 0 failures.\n');
    expect(err()).toMatchInlineSnapshot(`
      "100 of 250 vaults, 0 failed, 700 tokens updated, 20.0 vaults/s, 8 s left
      200 of 250 vaults, 0 failed, 1,400 tokens updated, 20.0 vaults/s, 3 s left
      250 of 250 vaults, 0 failed, 1,750 tokens updated, 16.7 vaults/s, 0 s left
      "
    `);
  });

  test('asks for what its options say', async () => {
    const owner = `G${'A'.repeat(55)}`;
    const argv = ['--network', 'testnet', '--force', '--batch-size', '50', '--owner', owner];
    const scene = { count: 30 };
    const more = ['--trade-only', '--part', '30'];
    const { finish, bodies, parts, stats } = await refreshing([...argv, ...more], scene);
    expect(await finish()).toBe(0);
    expect(bodies()).toEqual([
      { forceUpdate: true, owner, tradePermissionOnly: true, maxVaults: 30 },
    ]);
    expect(parts[0]?.url).toMatch(/\?network=testnet&batchSize=50$/);
    expect(stats[0]).toContain(`?owner=${owner}&tradePermission=true`);
  });

  test('refuses a part larger than the contract takes before anything is sent', async () => {
    const { finish, parts, stats } = await refreshing(['--part', '200001'], { count: 1 });
    expect(await finish()).toBe(2);
    expect([...parts, ...stats]).toEqual([]);
  });

  test('needs at most half of the requests of a window, however large the registry', async () => {
    const { finish, parts } = await refreshing([], { count: 20_001 });
    expect(await finish()).toBe(0);
    expect(parts).toHaveLength(50);
  });

  test('lists the first failures, says how many more, and ends with 1', async () => {
    const scene = { count: 250, isFailed: (number: number) => number % 10 === 0 };
    const { finish, out } = await refreshing([], scene);
    expect(await finish()).toBe(1);
    expect(out()).toMatch(/^Updated 225 of 250 vaults .*: 1,575 tokens, 25 failures\.\n/);
    expect(out().match(/Not on the ledger/g)).toHaveLength(20);
    expect(out()).toMatch(/\nand 5 more\n$/);
  });

  test('--json is the sum and every failure, and nothing else on stdout', async () => {
    const scene = { count: 150, isFailed: (number: number) => number === 7, partMs: 1_000 };
    const { finish, out } = await refreshing(['--json'], scene);
    expect(await finish()).toBe(1);
    expect(JSON.parse(out())).toMatchObject({
      network: 'mainnet',
      batchSize: 10,
      totalVaultsProcessed: 150,
      totalVaultsUpdated: 149,
      totalVaultsFailed: 1,
      totalTokensUpdated: 1_043,
      startTime: '2026-01-01T00:00:00.000Z',
      endTime: '2026-01-01T00:00:02.000Z',
      failures: [{ vaultId: idOf(7), error: 'Not on the ledger' }],
      isComplete: true,
      nextAfterId: null,
    });
  });

  test('gives a part four minutes, and is not sent again when they are over', async () => {
    const { finish, err, parts, clock } = await refreshing([], { count: 5, partMs: 3.6e6 });
    expect(await finish()).toBe(1);
    expect(parts).toHaveLength(1);
    expect(err()).toMatch(
      /No answer from .* within 240 s\.\nNot all .* run the same command again/,
    );
    expect(clock.pending()).toBe(0);
  });

  test('ends with the answer of a part that failed, and how to go on after the last', async () => {
    const instead = (part: number) =>
      part === 3 ? vaultRefusal(502, { message: 'Ledger network unavailable' }) : undefined;
    const { finish, out, err } = await refreshing([], { count: 500, instead });
    expect(await finish()).toBe(1);
    expect(out()).toMatch(/^Updated 200 of 200 vaults/);
    expect(err()).toMatch(
      new RegExp(
        'windlass: Ledger network unavailable\n' +
          `Not all vaults were done. To go on, run the same command with --after ${idOf(200)}.\n$`,
      ),
    );
  });

  test('does not advise to ask again what was refused', async () => {
    const errors = [{ field: 'owner', message: 'Invalid Stellar address format' }];
    const instead = () => vaultRefusal(400, { message: 'Invalid request parameters', errors });
    const argv = ['--owner', `G${'A'.repeat(55)}`];
    const { finish, out, err } = await refreshing(argv, { count: 5, instead });
    expect(await finish()).toBe(1);
    expect(out()).toBe('');
    expect(err()).toBe(
      'windlass: Invalid request parameters\n  owner: Invalid Stellar address format\n',
    );
  });

  test('--after goes on there, of a number it does not know', async () => {
    const argv = ['--after', idOf(200).toUpperCase()];
    const { finish, bodies, out, err } = await refreshing(argv, { count: 250 });
    expect(await finish()).toBe(0);
    expect(bodies()).toMatchObject([{ afterId: idOf(200), maxVaults: 100 }]);
    expect(out()).toMatch(/^Updated 50 of 50 vaults/);
    expect(err()).toBe('50 vaults, 0 failed, 350 tokens updated\n');
  });

  test('does not turn in circles with a service that does not go on', async () => {
    const stuck = { totalVaultsProcessed: 1, results: [], nextAfterId: idOf(1) };
    const { finish, err, parts } = await refreshing([], {
      count: 250,
      instead: () => vaultAnswer(stuck),
    });
    expect(await finish()).toBe(1);
    expect(parts).toHaveLength(2);
    expect(err()).toContain('does not go on in its list');
  });
});
