import type { ChildProcess } from 'node:child_process';
import { afterEach, expect, it } from 'vitest';
import { openStore } from '../../src/store/index.ts';
import type { Store } from '../../src/store/types.ts';
import { type DatabasePlace, eachDatabase } from '../support/databases/databases.ts';
import { type ServiceProcess, startService } from '../support/processes/service.ts';
import { silentLogger } from '../support/silentLogger.ts';
import { vaultIdOf } from '../support/vault/fixtures.ts';
import { pathOf } from '../support/vault/holdingsApp.ts';
import {
  accountOf,
  contractOf,
  contractsOf,
  ledgerEnv,
  startLedgers,
} from '../support/vault/ledgerApp.ts';
import type { RpcServer } from '../support/vault/rpcServer.ts';

const adminKey = 'ak_test-admin-key-0123456789';
/** 15 tokens and the vault itself are 16 keys: a call has 12 vaults. */
const tokens = contractsOf('mainnet').slice(0, 15);
const vaultNumbers = Array.from({ length: 120 }, (_, index) => index + 1);
const callCount = vaultNumbers.length / 12;
const [firstLedger, secondLedger] = [60_000_000, 60_000_001];

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

/** Returns a vault's balance of a token at a ledger: no two are equal. */
const amountAt = (vault: number, token: number, ledger: number) =>
  BigInt(vault) * 1_000_000n + BigInt(token) * 1_000n + BigInt(ledger - firstLedger) + 1n;

function closeLedger(server: RpcServer, ledger: number): void {
  server.ledger = ledger;
  for (const vault of vaultNumbers) {
    for (const [index, token] of tokens.entries()) {
      server.setBalance(token, contractOf(vault), amountAt(vault, index, ledger));
    }
  }
}

/** Opens the database while no service runs. */
async function withStore<Value>(place: DatabasePlace, use: (store: Store) => Promise<Value>) {
  const store = await openStore({ ...place, logger: silentLogger });
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

function registerVaults({ db }: Store) {
  const rows = vaultNumbers.map((number) => ({
    id: vaultIdOf(number),
    name: `Vault ${number}`,
    name_folded: `vault ${number}`,
    owner: accountOf(1),
    address: contractOf(number),
    created_at_ms: 1_700_000_000_000,
    updated_at_ms: 1_700_000_000_000,
    creation_ledger: 0,
    trade_permission: 0,
    max_trade_size: 0,
    daily_trade_limit: 0,
    slippage_tolerance: 1,
  }));
  return db.insertInto('vaults').values(rows).execute();
}

function refreshAll({ address }: ServiceProcess) {
  return fetch(`${address}${pathOf('refreshAllHoldings')}?batchSize=5`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tokens, forceUpdate: true }),
  });
}

/**
 * Returns the ledger of each vault's balances. Throws unless they are all of one ledger, as that
 * ledger has them, with one line of history for each ledger up to it.
 */
async function readLedgers({ db }: Store): Promise<readonly number[]> {
  const held = await db.selectFrom('holdings').selectAll().execute();
  const changes = await db
    .selectFrom('balance_changes')
    .select(['vault_id', 'token', 'amount', 'previous', 'ledger'])
    .orderBy('ledger')
    .execute();
  const heldOf = Map.groupBy(held, (row) => row.vault_id);
  const changesOf = Map.groupBy(changes, (row) => `${row.vault_id} ${row.token}`);
  return vaultNumbers.map((vault) => {
    const rows = heldOf.get(vaultIdOf(vault)) ?? [];
    const ledger = rows[0]?.ledger ?? 0;
    const past = ledger === firstLedger ? [firstLedger] : [firstLedger, secondLedger];
    const seen = tokens.map((token) => {
      const row = rows.find((each) => each.token === token);
      const lines = changesOf.get(`${vaultIdOf(vault)} ${token}`) ?? [];
      const history = lines.flatMap(({ previous, amount }) => [previous, amount]);
      return [row?.ledger, row?.amount, ...history];
    });
    const expected = tokens.map((_, index) => {
      const amounts = past.map((each) => String(amountAt(vault, index, each)));
      const history = amounts.flatMap((amount, line) => [amounts[line - 1] ?? null, amount]);
      return [ledger, amounts.at(-1), ...history];
    });
    expect(seen).toEqual(expected);
    expect(rows).toHaveLength(tokens.length);
    return ledger;
  });
}

eachDatabase('kill -9 in the middle of a bulk refresh', (database) => {
  it('leaves every vault with the balances of one ledger, and the next start goes on', async () => {
    const place = database.place();
    const ledgers = await startLedgers();
    const { mainnet } = ledgers;
    for (const vault of vaultNumbers) mainnet.setContract(contractOf(vault), 'wasm');
    await withStore(place, registerVaults);
    const env = {
      WINDLASS_SERVICES: 'vault',
      WINDLASS_DEMO: 'off',
      WINDLASS_ADMIN_KEY: adminKey,
      WINDLASS_DATA_DIR: place.dataDir,
      ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
      ...ledgerEnv(ledgers),
    };

    const first = await startService(env, children);
    closeLedger(mainnet, firstLedger);
    expect((await refreshAll(first)).status).toBe(200);
    closeLedger(mainnet, secondLedger);
    const callsBefore = mainnet.calls.length;
    // The last call is never answered, so that the run is not over however late the kill comes.
    mainnet.faultOf = (_call, number) =>
      number === callsBefore + callCount
        ? { kind: 'wait', until: new Promise(() => undefined) }
        : undefined;
    const interrupted = refreshAll(first).catch(() => 'cut off');
    // Only eight calls run ahead of the writes: by now the first is stored, the second is not.
    await mainnet.arrived(callsBefore + callCount);
    await first.kill('SIGKILL');
    expect(await interrupted).toBe('cut off');

    const left = new Set(await withStore(place, readLedgers));
    expect(left).toEqual(new Set([firstLedger, secondLedger]));

    mainnet.faultOf = undefined;
    const second = await startService(env, children);
    const again = await refreshAll(second);
    expect(again.status).toBe(200);
    await second.kill('SIGTERM');
    const whole = new Set(await withStore(place, readLedgers));
    expect(whole).toEqual(new Set([secondLedger]));
    // Two starts and two refreshes of 120 vaults take 6 s on a machine without other work.
  }, 120_000);
});
