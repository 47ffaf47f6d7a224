import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { browserReminder } from '../../../dashboard/test/support/browserPath.ts';
import { capturesReminder } from './captures.ts';
import { type EmbeddedServer, startEmbeddedPostgres } from './embeddedPostgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where a test asks for a fresh PostgreSQL database. */
    readonly databaseBroker: string;
  }
}

/**
 * Says once what the run leaves out, and offers it databases.
 *
 * One PostgreSQL server for the whole run, started when the first test asks for a database: runs
 * that need none pay nothing. `WINDLASS_TEST_POSTGRES_URL` names one that already runs instead.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const reminder of [capturesReminder, browserReminder]) {
    if (reminder !== undefined) project.vitest.logger.log(reminder);
  }
  const databases = createDatabases(process.env.WINDLASS_TEST_POSTGRES_URL);
  const broker = createServer((_request, response) => {
    databases.create().then(
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
  /** Makes an empty database and returns its URL. */
  create(): Promise<string>;
  /** Removes all that was made, with the server if it is ours. */
  drop(): Promise<void>;
}

function createDatabases(existingUrl: string | undefined): Databases {
  const created: string[] = [];
  let server: Promise<EmbeddedServer> | undefined;

  const serverUrl = async (): Promise<string> => {
    if (existingUrl !== undefined) return existingUrl;
    server ??= startEmbeddedPostgres();
    return (await server).url;
  };

  return {
    async create() {
      const url = new URL(await serverUrl());
      const name = `windlass_test_${randomUUID().replaceAll('-', '')}`;
      await execute(url, `create database ${name}`);
      created.push(name);
      url.pathname = `/${name}`;
      return url.href;
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
