import { readFileSync } from 'node:fs';
import { type Endpoint, endpoints } from '@windlass/contract';
import { describe, expect, test } from 'vitest';
import { leftOut, usedOtherwise } from '../../test/support/leftOut.ts';
import { describeTool, type EndpointTool, inputSchemaOf } from './endpointTools.ts';
import { readTools } from './readTools.ts';
import { tradingTools } from './tradingTools.ts';

const tables: readonly (readonly string[])[] = [
  Object.keys(readTools),
  Object.keys(tradingTools),
  Object.keys(leftOut),
  usedOtherwise,
];

const tools: Readonly<Record<string, EndpointTool>> = { ...readTools, ...tradingTools };
const known: Readonly<Record<string, Endpoint>> = endpoints;

const fieldsOf = ({ params, query, body }: Endpoint) =>
  Object.keys({ ...params?.shape, ...query?.shape, ...body?.shape });

test('somebody decided about every endpoint, once', () => {
  expect(tables.flat().sort()).toEqual(Object.keys(endpoints).sort());
});

test('no tool reads what is for admins alone', () => {
  const forAdmins = Object.keys(tools).filter((name) => String(known[name]?.access) === 'admin');
  expect(forAdmins).toEqual([]);
});

test('what reads is a GET, or computes and sends nothing', () => {
  const others = Object.keys(readTools).filter((name) => known[name]?.method !== 'GET');
  expect(others.sort()).toEqual(['analyzeOrder', 'estimateRoute', 'validateOrder']);
});

test('the tools have one name each, in words an assistant reads', () => {
  const names = Object.values(tools).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)+$/);
});

test('the page about them names them all, and no other', () => {
  const page = readFileSync(new URL('../../../docs/mcp.md', import.meta.url), 'utf8');
  const verbs = /`((?:get|list|watch|preview|analyze|estimate|place|execute)_[a-z_]+)`/g;
  const moves = /`((?:start|pause|resume|cancel)_(?:algorithm|order))`/g;
  const named = [...page.matchAll(verbs), ...page.matchAll(moves)].map(([, name]) => name);
  const names = [...Object.values(tools).map(({ name }) => name), 'watch_order_books'];
  expect([...new Set(named)].sort()).toEqual(names.sort());
});

describe.each(Object.entries(endpoints).filter(([name]) => name in tools))(
  '%s',
  (name, endpoint) => {
    const tool = tools[name] ?? { name };

    test('changes only fields that the endpoint has', () => {
      const { without = [], defaults = {}, fields = {}, ownName, always = {} } = tool;
      const changed = [...without, ...Object.keys({ ...defaults, ...fields, ...always })];
      const own = fieldsOf(endpoint);
      for (const field of ownName === undefined ? changed : [...changed, ownName]) {
        expect(own).toContain(field);
      }
    });

    test('has a schema that JSON can say, and a description', () => {
      const schema = inputSchemaOf(name as keyof typeof endpoints, tool);
      const said = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
      expect(said).toMatchObject({ type: 'object', additionalProperties: false });
      expect(describeTool(name as keyof typeof endpoints, tool)).toMatch(/^[A-Z].*\.$/);
    });
  },
);

test('what is made has a name that must be given', () => {
  const names = { submitOrder: 'client_order_id', executeRoute: 'client_plan_id' } as const;
  for (const [endpoint, field] of Object.entries(names)) {
    const schema = inputSchemaOf(endpoint as keyof typeof names, tools[endpoint] ?? { name: '' });
    const said = schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
    expect(said.required).toContain(field);
  }
});
