import { describe, expect, test } from 'vitest';
import { createClient } from '../../client/src/index.ts';
import {
  clientEvents,
  type Endpoint,
  endpointErrors,
  endpoints,
  exampleParts,
  serverEvents,
} from '../../contract/src/index.ts';
import { describeStream } from '../../server/src/http/asyncapi.ts';
import { createTestApp } from '../../server/test/support/app/testApp.ts';
import { renderAll } from './generatedFiles.ts';
import { toSnakeCase } from './python/names.ts';

// All endpoints and events are in every document and every client.

const files = renderAll();
const textOf = (pattern: RegExp) =>
  files
    .filter(({ path }) => pattern.test(path))
    .map(({ text }) => text)
    .join('\n');
const reference = textOf(/^docs\/reference\/(?!README)/);
const index = textOf(/^docs\/reference\/README/);
const python = textOf(/^python\/windlass\/endpoints\//);
const collection = JSON.parse(textOf(/postman_collection/));
const all = Object.entries<Endpoint>(endpoints);
const partNames = ['params', 'query', 'body'] as const;

describe('every endpoint', () => {
  test('is in the OpenAPI document of a running service', async () => {
    const app = await createTestApp();
    const { json } = await app.call({ url: '/openapi.json', key: null });
    await app.stop();
    const operations = Object.values<object>(json.paths).flatMap((path) => Object.values(path));
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.toSorted()).toEqual(Object.keys(endpoints).toSorted());
  });

  test('is a method of the TypeScript client', () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:3000' });
    expect(Object.keys(client).toSorted()).toEqual(Object.keys(endpoints).toSorted());
  });

  test('is a method of the Python client, with every field it takes', () => {
    for (const [name, endpoint] of all) {
      const after = python.split(`    def ${toSnakeCase(name)}(`)[1];
      expect(after, name).toBeDefined();
      const method = after?.split('\n    def ')[0] ?? '';
      for (const field of fieldsOf(endpoint)) {
        expect(method, `${name} ${field}`).toMatch(new RegExp(`\\b${toSnakeCase(field)}\\b`));
      }
    }
  });

  test('is in the reference, with its fields and the codes that it may refuse with', () => {
    for (const [name, endpoint] of all) {
      const title = `## ${endpoint.summary}\n\n\`${endpoint.method} ${endpoint.path}\``;
      const section = reference.split(title)[1]?.split('\n## ')[0];
      expect(section, name).toContain(`client.${name}()`);
      for (const field of fieldsOf(endpoint)) expect(section, name).toContain(`\`${field}\``);
      for (const code of endpointErrors(endpoint)) expect(section, name).toContain(`\`${code}\``);
      expect(index, name).toContain(`\`${endpoint.method} ${endpoint.path}\``);
    }
  });

  test('is in the collection once', () => {
    const items: { request: { method: string; url: { raw: string } } }[] = collection.item.flatMap(
      ({ item }: { item: object[] }) => item,
    );
    const calls = items.map(({ request: { method, url } }) => `${method} ${url.raw.split('?')[0]}`);
    const expected = all.map(([, { method, path }]) => `${method} {{baseUrl}}${path}`);
    expect(calls.toSorted()).toEqual(expected.toSorted());
  });

  test('has an example that it would take', () => {
    for (const [name, endpoint] of all) {
      const example = exampleParts(name, endpoint);
      for (const part of partNames) {
        const schema = endpoint[part];
        if (schema)
          expect(schema.safeParse(example[part]).error, `${name} ${part}`).toBeUndefined();
      }
    }
  });
});

describe('every event', () => {
  const events = { ...clientEvents, ...serverEvents };

  test('is in the AsyncAPI document, with its fields', () => {
    const { components, operations } = describeStream('1');
    expect(Object.keys(operations)).toEqual(Object.keys(events));
    for (const [name, { payload }] of Object.entries(events)) {
      const described = JSON.stringify(components.messages[name]);
      for (const field of Object.keys(payload.shape)) expect(described).toContain(`"${field}"`);
    }
  });

  test('is in the reference, with its fields', () => {
    for (const [name, { payload }] of Object.entries(events)) {
      const section = reference.split(`### ${name}\n`)[1]?.split('\n### ')[0];
      for (const field of Object.keys(payload.shape)) {
        expect(section, name).toContain(`\`${field}\``);
      }
      expect(index).toContain(`(stream.md#${name})`);
    }
  });
});

function fieldsOf(endpoint: Endpoint): string[] {
  return partNames.flatMap((part) => Object.keys(endpoint[part]?.shape ?? {}));
}
