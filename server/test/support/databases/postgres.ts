import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { browserReminder } from '../../../../dashboard/test/support/browserPath.ts';
import { openStore } from '../../../src/store/index.ts';
import { capturesReminder } from '../marketData/captures.ts';
import { silentLogger } from '../silentLogger.ts';
import { type EmbeddedServer, startEmbeddedPostgres } from './embeddedPostgres.ts';
import { readyPath } from './paths.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address from which a test gets a fresh PostgreSQL database. */
    readonly databaseBroker: string;
    /**
     * True where SQLite has its thread, as in the service: starting one takes longer than most
     * tests, and files that are about something else open the same file on their own thread.
     */
    readonly databaseThread: boolean;
  }
}

/**
 * Says once what the run leaves out, and offers it databases. One PostgreSQL server for the whole
 * run is started when the first test asks for a database: runs that need none pay nothing.
 * `WINDLASS_TEST_POSTGRES_URL` names one that already runs instead.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const reminder of [capturesReminder, browserReminder]) {
    if (reminder !== undefined) project.vitest.logger.log(reminder);
  }
  const databases = createDatabases(process.env.WINDLASS_TEST_POSTGRES_URL);
  const broker = createServer((request, response) => {
    const isReady = request.url === readyPath;
    databases.create(isReady).then(
      (url) => answer(response, 200, url),
      (error: unknown) => answer(response, 500, String(error)),
    );
  });
  broker.listen(0, '127.0.0.1');
  await once(broker, 'listening');
  const { port } = broker.address() as AddressInfo;
  project.provide('databaseBroker', `http://127.0.0.1:${port}/`);
  return async () => {
    broker.close();
    await databases.drop();
  };
}

function answer(response: ServerResponse, status: number, text: string): void {
  // Closing each connection lets the broker end without waiting for idle ones.
  response.writeHead(status, { connection: 'close' }).end(text);
}

interface Databases {
  /** Creates a database, empty or with the tables of the store; returns its URL. */
  create(isReady: boolean): Promise<string>;
  /** Removes everything that was created, with the server if it is ours. */
  drop(): Promise<void>;
}

function createDatabases(existingUrl: string | undefined): Databases {
  const created: string[] = [];
  let server: Promise<EmbeddedServer> | undefined;
  let ready: Promise<string> | undefined;

  // Copying files takes a quarter of the time where no sync follows; other servers may be older.
  const strategy = existingUrl === undefined ? 'strategy file_copy' : '';

  const serverUrl = async (): Promise<string> => {
    if (existingUrl !== undefined) return existingUrl;
    server ??= startEmbeddedPostgres();
    return (await server).url;
  };

  const make = async (template = 'template1'): Promise<{ name: string; url: string }> => {
    const url = new URL(await serverUrl());
    const name = `windlass_test_${randomUUID().replaceAll('-', '')}`;
    await execute(url, `create database ${name} template ${template} ${strategy}`);
    created.push(name);
    url.pathname = `/${name}`;
    return { name, url: url.href };
  };

  /**
   * Returns the name of a database that the store has been opened on once: copying it takes less
   * time than opening.
   */
  const makeReady = async (): Promise<string> => {
    const { name, url } = await make();
    const store = await openStore({ dataDir: '', databaseUrl: url, logger: silentLogger });
    await store.migrate();
    await store.close();
    return name;
  };

  return {
    async create(isReady) {
      if (!isReady) return (await make()).url;
      ready ??= makeReady();
      return (await make(await ready)).url;
    },
    async drop() {
      if (server !== undefined) return (await server).stop();
      if (existingUrl === undefined) return;
      for (const name of created) {
        await execute(new URL(existingUrl), `drop database if exists ${name} with (force)`);
      }
    },
  };
}

async function execute(url: URL, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
