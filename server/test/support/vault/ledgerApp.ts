import { StrKey } from '@stellar/stellar-sdk/base';
import { describe, onTestFinished } from 'vitest';
import { passphrases } from '../../../src/vault/ledger/passphrases.ts';
import { type Network, networks } from '../../../src/vault/network.ts';
import { curatedTokens } from '../../../src/vault/tokens/curatedTokens.ts';
import { createTestApp, type TestAnswer, type TestApp } from '../app/testApp.ts';
import { newDatabase } from '../databases/databases.ts';
import type { ManualClock } from '../manualClock.ts';
import { type RpcServer, startRpcServer } from './rpcServer.ts';

type Env = Readonly<Record<string, string>>;
/** A vault as the API returns it. */
export interface MadeVault {
  readonly id: string;
  readonly vaultAddress: string;
}

/** The vault service in the real app, with a separate server for each ledger network. */
export interface LedgerApp extends TestApp, Readonly<Record<Network, RpcServer>> {
  get(url: string): Promise<TestAnswer>;
  post(url: string, body?: object): Promise<TestAnswer>;
  /** Registers the vault of that number, which exists on both ledgers. */
  make(number: number, changes?: object): Promise<MadeVault>;
  /** Registers vaults 1 and up. */
  makeMany(count: number): Promise<readonly MadeVault[]>;
}

/** Opens an app for one test. */
export type OpenLedgerApp = (env?: Env) => Promise<LedgerApp>;

/** Runs the same tests on every database. */
export function eachLedgerApp(name: string, body: (open: OpenLedgerApp) => void): void {
  describe(`${name} on SQLite`, () => body((env) => openLedgerApp({ ...env })));
  describe(`${name} on PostgreSQL`, () =>
    body(async (env) => openLedgerApp({ DATABASE_URL: await newDatabase(), ...env })));
}

export async function openLedgerApp(env: Env = {}): Promise<LedgerApp> {
  const servers = await startLedgers();
  const test = await createTestApp({
    WINDLASS_SERVICES: 'vault',
    VAULT_RATE_LIMIT_MAX: '1000000',
    ...ledgerEnv(servers),
    ...env,
  });
  onTestFinished(test.stop);
  const post = (url: string, body?: object) => test.call({ method: 'POST', url, body });
  const make = async (number: number, changes: object = {}): Promise<MadeVault> => {
    const vaultAddress = contractOf(number);
    for (const network of networks) servers[network].setContract(vaultAddress, 'wasm');
    const body = { vaultName: `Vault ${number}`, vaultOwner: accountOf(1), vaultAddress };
    const { status, text, json } = await post('/api/vaults', { ...body, ...changes });
    if (status !== 201) throw new Error(text);
    return json.data;
  };
  return {
    ...test,
    ...servers,
    get: (url) => test.call({ url }),
    post,
    make,
    async makeMany(count) {
      const vaults: MadeVault[] = [];
      for (let number = 1; number <= count; number += 1) vaults.push(await make(number));
      return vaults;
    },
  };
}

/** Starts a server for each network, on which every curated token is an asset contract. */
export async function startLedgers(): Promise<Readonly<Record<Network, RpcServer>>> {
  const start = async (network: Network) => {
    const server = await startRpcServer({ passphrase: passphrases[network] });
    onTestFinished(() => server.close());
    for (const contract of contractsOf(network)) server.setContract(contract, 'stellarAsset');
    return server;
  };
  return { mainnet: await start('mainnet'), testnet: await start('testnet') };
}

/** Returns settings that make a service read these servers. */
export function ledgerEnv({ mainnet, testnet }: Readonly<Record<Network, RpcServer>>): Env {
  return {
    WINDLASS_LEDGER: 'rpc',
    STELLAR_MAINNET_RPC_URL: mainnet.url,
    STELLAR_TESTNET_RPC_URL: testnet.url,
  };
}

/** Returns the contract addresses of the curated tokens. */
export function contractsOf(network: Network): readonly string[] {
  return curatedTokens(network).map(({ contract }) => contract);
}

/** Returns a valid contract address, a different one for each number. */
export const contractOf = (number: number) => StrKey.encodeContract(bytesOf(number));

/** Returns a valid account address, a different one for each number. */
export const accountOf = (number: number) => StrKey.encodeEd25519PublicKey(bytesOf(number));

function bytesOf(number: number): Uint8Array {
  const bytes = new Uint8Array(32).fill(7);
  new DataView(bytes.buffer).setUint32(0, number);
  return bytes;
}

/** Short against the deadlines of a call: it gets hundreds of turns of the event loop first. */
const stepMs = 20;
/** Longer than a bulk refresh of 1,000 vaults in which every attempt runs into its deadline. */
const stepsMax = 100_000;

/** Advances the clock until the answer is there: for calls that wait for a deadline or a pause. */
export async function advanceUntil<Value>(
  clock: ManualClock,
  pending: Promise<Value>,
): Promise<Value> {
  let isSettled = false;
  const done = pending.finally(() => {
    isSettled = true;
  });
  done.catch(() => undefined);
  for (let step = 0; step < stepsMax && !isSettled; step += 1) await clock.advance(stepMs);
  if (!isSettled) throw new Error('It did not end.');
  return done;
}
