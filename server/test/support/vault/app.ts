import type { Role } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { createTestApp, type TestAnswer, type TestApp, type TestRequest } from '../app/testApp.ts';
import { newDatabase } from '../databases/databases.ts';

/** The vault service alone and empty, without a reachable limit; made-up addresses are accepted. */
const vaultEnv = {
  WINDLASS_SERVICES: 'vault',
  VAULT_RATE_LIMIT_MAX: '1000000',
  VAULT_ADDRESS_CHECK: 'format',
  WINDLASS_DEMO: 'off',
};

export interface VaultApp {
  /** The running app of the current suite. */
  app(): TestApp;
  call(request: TestRequest): Promise<TestAnswer>;
  get(url: string): Promise<TestAnswer>;
  post(url: string, body: unknown): Promise<TestAnswer>;
  put(url: string, body: unknown): Promise<TestAnswer>;
  patch(url: string, body: unknown): Promise<TestAnswer>;
  remove(url: string): Promise<TestAnswer>;
  /** Creates a vault and returns it as the API does. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
  make(changes?: Readonly<Record<string, unknown>>): Promise<any>;
  /** Returns the text of a new key with these roles. */
  keyOf(...roles: readonly Role[]): Promise<string>;
}

/** Runs the same tests over HTTP on every database, each suite on its own database. */
export function eachVaultApp(name: string, body: (vaults: VaultApp) => void): void {
  describe(`${name} on SQLite`, () => body(vaultApp(async () => ({}))));
  const onPostgres = async () => ({ DATABASE_URL: await newDatabase() });
  describe(`${name} on PostgreSQL`, () => body(vaultApp(onPostgres)));
}

function vaultApp(place: () => Promise<Readonly<Record<string, string>>>): VaultApp {
  let current: TestApp | undefined;
  beforeAll(async () => {
    current = await createTestApp({ ...vaultEnv, ...(await place()) });
  });
  afterAll(() => current?.stop());
  const app = (): TestApp => {
    if (!current) throw new Error('The app runs while tests do.');
    return current;
  };
  const call = (request: TestRequest) => app().call(request);
  return {
    app,
    call,
    get: (url) => call({ url }),
    post: (url, body) => call({ method: 'POST', url, body }),
    put: (url, body) => call({ method: 'PUT', url, body }),
    patch: (url, body) => call({ method: 'PATCH', url, body }),
    remove: (url) => call({ method: 'DELETE', url }),
    async make(changes) {
      const answer = await call({ method: 'POST', url: '/api/vaults', body: vaultBody(changes) });
      if (answer.status !== 201) throw new Error(answer.text);
      return answer.json.data;
    },
    async keyOf(...roles) {
      const body = { name: roles.join(), roles, paths: ['/**'] };
      return (await call({ method: 'POST', url: '/admin/keys', body })).json.data.key;
    },
  };
}

/** Checks that it refuses its input, with these issues if they are given. */
export function expectRefused(
  answer: TestAnswer,
  message: string,
  errors?: readonly object[],
): void {
  expect(answer.status).toBe(400);
  expect(answer.json).toEqual({ success: false, message, errors: errors ?? expect.any(Array) });
}

let addresses = 0;

/** Returns an address of the right format that no other call returned. */
export function newAddress(): string {
  addresses += 1;
  return `C${base32(addresses).padStart(55, 'A')}`;
}

/** Returns an account address, the same for the same name. */
export function account(name: string): string {
  return `G${name.toUpperCase().padEnd(55, 'A')}`;
}

/** Returns a body that creates a vault. */
export function vaultBody(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    vaultName: 'Treasury',
    vaultOwner: account('OWNER'),
    vaultAddress: newAddress(),
    ...changes,
  };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function base32(value: number): string {
  const rest = Math.floor(value / 32);
  return `${rest > 0 ? base32(rest) : ''}${alphabet[value % 32]}`;
}
