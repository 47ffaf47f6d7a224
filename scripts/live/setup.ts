import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createSimulator,
  type NewAccount,
  type Simulator,
  type VenueName,
} from '@windlass/simulator';
import { createSystemClock } from '../../server/src/kit/clock.ts';
import { databaseFile } from '../../server/src/store/place.ts';
import { readStoredRows } from '../../server/test/support/databases/storedRows.ts';
import { type ServiceProcess, startService } from '../../server/test/support/processes/service.ts';
import { credentialsOf } from '../../simulator/src/announcement.ts';
import { twins } from '../../simulator/src/twins.ts';
import type { DemoAccount } from '../../simulator/src/world/listing.ts';
import { openWorld, type Stage } from '../../simulator/src/world/world.ts';
import { type Answer, callService } from './calls.ts';
import { type LiveClass, liveClasses } from './classes.ts';

const clock = createSystemClock();
/** Milliseconds between moves of the books, as for `windlass simulator`. */
const beatMs = 100;

/** The service in a process of its own, live accounts, and their exchanges in this process. */
export interface LiveSetup {
  readonly simulator: Simulator;
  /** Calls the service; returns undefined when the connection broke. */
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Answer | undefined>;
  /** Kills the service at once and starts another one on its data. */
  restart(): Promise<void>;
  /** Kills the service at once; `restart` starts the next one. */
  kill(): Promise<void>;
  /** Returns every order of the account from the service's database, bypassing the service. */
  storedOrders(account: string): readonly StoredRow[];
  /** Returns the service's metrics as Prometheus reads them. */
  metrics(): Promise<string>;
  /** Returns the name by which the exchange knows the account. */
  apiKeyAt(at: VenueName): string;
  close(): Promise<void>;
}

export interface StoredRow {
  readonly client_order_id: string;
  readonly order_status: string;
  readonly quantity_filled: string;
}

interface SetupOptions {
  readonly classes: readonly LiveClass[];
  readonly seed: number;
}

/** Opens everything, including the accounts and their lists of markets. */
export async function openLiveSetup({ classes: asked, seed }: SetupOptions): Promise<LiveSetup> {
  // An account needs all of its classes, even when only one is requested.
  const classes = liveClasses.filter(({ account }) =>
    asked.some((each) => each.account === account),
  );
  const simulator = createSimulator({
    now: clock.now,
    schedule: (ms, work) => void clock.schedule(ms, work),
  });
  const venues = classes.map(({ at }) => at);
  const stage: Stage = {
    ...simulator,
    addAccount: (account) => simulator.addAccount({ ...account, balances: enriched(account) }),
  };
  const world = openWorld(stage, { venues, seed, startMs: clock.now() });
  const { url } = await simulator.listen();
  const cancelBeats = clock.every(beatMs, () => world.beat(clock.now()));
  const folder = await mkdtemp(join(tmpdir(), 'windlass-live-'));
  const children: ChildProcess[] = [];
  const start = (): Promise<ServiceProcess> => startService(settings(url, folder), children);
  let service = await start();
  const call: LiveSetup['call'] = (method, path, body) =>
    callService(service.address, { method, path, body, key });
  await addAccounts(classes, call);
  return {
    simulator,
    call,
    async restart() {
      service = await start();
    },
    async kill() {
      await service.kill('SIGKILL');
    },
    storedOrders: (account) => readOrders(join(folder, databaseFile), account),
    async metrics() {
      const response = await fetch(`${service.address}/metrics`, { headers: { 'x-api-key': key } });
      return response.text();
    },
    apiKeyAt: (at) => demoAccountOf(at).apiKey,
    async close() {
      for (const child of children) child.kill('SIGKILL');
      cancelBeats();
      await simulator.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const key = 'ak_a-key-of-the-proof-of-live-accounts';

function settings(url: string, folder: string): Readonly<Record<string, string>> {
  return {
    WINDLASS_DATA_DIR: folder,
    WINDLASS_ADMIN_KEY: key,
    WINDLASS_SERVICES: 'trading',
    WINDLASS_DEMO: 'off',
    WINDLASS_DEV_MODE: 'off',
    WINDLASS_VENUE_TRANSPORT: `simulator:${url}`,
  };
}

function readOrders(path: string, account: string): readonly StoredRow[] {
  const sql = `select client_order_id, order_status, quantity_filled from meta_orders
    where account_id = ?`;
  return readStoredRows<StoredRow>(path, sql, account);
}

/** Hundreds of orders must not end for lack of money. */
const enrichedBy = 100;

function enriched({ balances }: NewAccount): NewAccount['balances'] {
  return Object.fromEntries(
    Object.entries(balances).map(([wallet, amounts]) => [
      wallet,
      Object.fromEntries(
        Object.entries(amounts).map(([asset, amount]) => [
          asset,
          String(Number(amount) * enrichedBy),
        ]),
      ),
    ]),
  );
}

async function addAccounts(classes: readonly LiveClass[], call: LiveSetup['call']): Promise<void> {
  for (const account of new Set(classes.map((each) => each.account))) {
    const [first, second] = classes.filter((each) => each.account === account);
    const body = {
      exchange_account_id: account,
      exchange: account.replace('live-', ''),
      mode: 'live',
      daily_limit_usd: 10_000_000,
      credentials: first && wireCredentials(first.at),
      futures_credentials: second && wireCredentials(second.at),
    };
    const answer = await call('POST', '/admin/accounts', body);
    if (answer?.status !== 201) throw new Error(`${account}: ${JSON.stringify(answer)}`);
  }
}

function demoAccountOf(at: VenueName): DemoAccount {
  const [account] = twins[at].listing.accounts;
  if (!account) throw new Error(`${at} has no demo account`);
  return account;
}

/** Returns the credentials of the demo account in the words of our API. */
function wireCredentials(at: VenueName): object {
  const { apiKey, secret, password, walletAddress, privateKey } = credentialsOf(
    at,
    demoAccountOf(at),
  );
  return {
    api_key: apiKey,
    api_secret: secret,
    passphrase: password,
    wallet_address: walletAddress,
    private_key: privateKey,
  };
}
