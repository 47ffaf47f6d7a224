import { gunzipSync } from 'node:zlib';
import specifications from '@asyncapi/specs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import {
  clientEvents,
  type Endpoint,
  endpoints,
  endpointTags,
  exampleParts,
  serverEvents,
} from '@windlass/contract';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app/testApp.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.stop());

const documentAt = async (url: string) => (await test.call({ url, key: null })).json;
const all = Object.entries<Endpoint>(endpoints);

describe('the OpenAPI document', () => {
  it('has no fault in the eyes of a public linter', async () => {
    const { text } = await test.call({ url: '/openapi.json', key: null });
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        // Fixed words (by-owner, dead-letters) are no ids: an id never has such a hyphenated form.
        'no-ambiguous-paths': 'off',
        // Health takes no input and needs no key: it has nothing to refuse.
        'operation-4xx-response': 'off',
      },
    });
    const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
    const told = problems.map((one) => `${one.ruleId}: ${one.message} ${one.location[0]?.pointer}`);
    expect(told).toEqual([]);
  });

  it('says of every endpoint its summary, roles and codes, under a known tag', async () => {
    const { paths, tags } = await documentAt('/openapi.json');
    expect(tags.map(({ name }: { name: string }) => name)).toEqual(Object.keys(endpointTags));
    const operations = Object.values<object>(paths).flatMap((path) => Object.values(path));
    expect(operations).toHaveLength(all.length);
    for (const [name, endpoint] of all) {
      const operation = operations.find(({ operationId }) => operationId === name);
      expect(operation, name).toMatchObject({ summary: endpoint.summary, tags: [endpoint.tag] });
      const text = JSON.stringify(operation);
      const named = typeof endpoint.access === 'string' ? [] : ['admin', ...endpoint.access];
      for (const word of [...named, ...(endpoint.errors ?? [])]) expect(text, name).toContain(word);
    }
  });

  it('shows a body for every endpoint that takes one', async () => {
    const { paths } = await documentAt('/openapi.json');
    for (const [name, endpoint] of all.filter(([, { body }]) => body)) {
      const operation = paths[endpoint.path.replace(/:(\w+)/g, '{$1}')];
      const { example } =
        operation[endpoint.method.toLowerCase()].requestBody.content['application/json'];
      expect(example, name).toEqual(exampleParts(name, endpoint).body);
    }
  });
});

describe('the AsyncAPI document', () => {
  // The specification's own schema, in the form that refers to itself within one file.
  const schema: unknown = specifications.schemasWithoutId['3.0.0'];
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  const conforms = ajv.compile(Object(schema));

  it('is one by the official schema', async () => {
    const stream = await documentAt('/asyncapi.json');
    expect(conforms(stream), JSON.stringify(conforms.errors)).toBe(true);
    expect(conforms({ ...stream, info: {} })).toBe(false);
  });

  it('has no reference that leads nowhere', async () => {
    const stream = await documentAt('/asyncapi.json');
    const references = [...JSON.stringify(stream).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(Object.keys(serverEvents).length);
    for (const [, path = ''] of references) {
      const found = path.split('/').reduce((node, step) => node?.[step], stream);
      expect(found, path).toBeTypeOf('object');
    }
  });

  it('says who sends each event, and what a client gets for its own', async () => {
    const { operations, components } = await documentAt('/asyncapi.json');
    for (const name of Object.keys(serverEvents)) expect(operations[name].action).toBe('send');
    for (const [name, event] of Object.entries(clientEvents)) {
      const { action, reply } = operations[name];
      expect(action).toBe('receive');
      const answers = reply.messages.map(({ $ref }: { $ref: string }) => $ref.split('/').at(-1));
      expect(answers).toEqual(event.answers);
      expect(components.messages[name].description).toMatch(/Roles: admin|Needs no key/);
      expect(event.payload.safeParse(event.example).success).toBe(true);
    }
  });
});

describe('the rendered reference', () => {
  it.each(['/docs/scalar.js', '/openapi.json'])(
    'sends %s small to who takes it so',
    async (url) => {
      const whole = await test.app.http.inject({ url });
      const small = await test.app.http.inject({ url, headers: { 'accept-encoding': 'gzip' } });
      expect(small.headers['content-encoding']).toBe('gzip');
      expect(small.headers['content-type']).toBe(whole.headers['content-type']);
      expect(small.rawPayload.length).toBeLessThan(whole.rawPayload.length / 3);
      expect(gunzipSync(small.rawPayload).equals(whole.rawPayload)).toBe(true);
    },
  );
});
