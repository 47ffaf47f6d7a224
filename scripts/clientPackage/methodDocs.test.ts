import { type Endpoint, endpoints } from '@windlass/contract';
import { expect, test } from 'vitest';
import { readComments, renderClient } from './methodDocs.ts';

const endpoint = (changes: Partial<Endpoint> = {}): Endpoint => ({
  service: 'trading',
  method: 'GET',
  path: '/orders/:id',
  tag: 'Execution',
  access: ['trader'],
  summary: 'One order',
  data: endpoints.getOrder.data,
  message: 'ok',
  ...changes,
});

const commentOf = (one: Endpoint, comment?: string): readonly string[] => {
  const comments = new Map(comment === undefined ? [] : [['getOrder', comment]]);
  const text = renderClient({ getOrder: one }, comments);
  const [, found = ''] =
    /export interface Client \{\n {4}\/\*\*\n([\s\S]*?) {5}\*\/\n/.exec(text) ?? [];
  return found.split('\n').map((line) => line.replace(/^ {5}\* ?/, ''));
};

test('a method is declared with its comment, its place and who may call it', () => {
  expect(renderClient({ getOrder: endpoint() }, new Map([['getOrder', 'An order.']]))).toBe(
    [
      "import type { endpoints } from '@windlass/contract';",
      "import type { Method } from './method.ts';",
      'type Endpoints = typeof endpoints;',
      "/** A method for every endpoint of the contract, under the endpoint's name. */",
      'export interface Client {',
      '    /**',
      '     * An order.',
      '     *',
      '     * `GET /orders/:id`, for keys with role trader or admin.',
      '     */',
      "    readonly getOrder: Method<Endpoints['getOrder']>;",
      '}',
      'export {};',
      '',
    ].join('\n'),
  );
});

test('a method tells its description, fields, refusals and example, in that order', () => {
  const described = endpoint({
    description: 'As the exchange has it.',
    params: endpoints.getOrder.params,
    query: endpoints.getOrder.query,
    errors: ['ORDER_NOT_FOUND', 'CONFLICT'],
  });
  const comment = 'An order.\n\n@example\nawait client.getOrder({ id });';
  expect(commentOf(described, comment)).toEqual([
    'An order.',
    '',
    'As the exchange has it.',
    '',
    '`GET /orders/:id`, for keys with role trader or admin.',
    '',
    'Fields of the input:',
    "- `order_id`: the exchange's id, ours, or the client_order_id",
    '- `market_type`: spot when omitted, or swap when the symbol contains a colon',
    '',
    'Refusals of its own: `ORDER_NOT_FOUND`, `CONFLICT`.',
    '',
    '@example',
    'await client.getOrder({ id });',
    '',
  ]);
});

test.each([
  ['public', 'without a key'],
  ['any', 'for any key'],
  [['admin'], 'for keys with role admin'],
] as const)('access %j is told in words', (access, words) => {
  expect(commentOf(endpoint({ access }))).toContain(`\`GET /orders/:id\`, ${words}.`);
});

test('a method without a comment has its summary', () => {
  expect(commentOf(endpoint())[0]).toBe('One order.');
});

test('a glob of paths does not end the comment', () => {
  expect(commentOf(endpoint({ description: 'Of /orders/**/fills.' }))).toContain(
    'Of /orders/**\\/fills.',
  );
});

test('comments are read from declarations by the name below them', () => {
  const declaration = [
    '/** All. */',
    'export declare const orderEndpoints: {',
    '    /** Sends an order. */',
    '    readonly submitOrder: Endpoint<undefined>;',
    '    readonly silent: Endpoint<undefined>;',
    '    /**',
    '     * One order.',
    '     *',
    '     * @example',
    '     * await client.getOrder();',
    '     */',
    '    readonly getOrder: Endpoint<{',
    '        /** a field */',
    '        readonly id: string;',
    '    }>;',
  ];
  expect([...readComments([declaration.join('\n')])]).toEqual([
    ['submitOrder', 'Sends an order.'],
    ['getOrder', 'One order.\n\n@example\nawait client.getOrder();'],
  ]);
});
