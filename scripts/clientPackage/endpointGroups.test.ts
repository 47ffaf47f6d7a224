import { expect, test } from 'vitest';
import { nameGroups } from './endpointGroups.ts';

test('all endpoints are declared as the sum of their groups, and the rest as it was', () => {
  const code = [
    "import { accessEndpoints } from './access.js';",
    "import { orderEndpoints } from './trading/orders.js';",
    '/** All. */',
    'export const endpoints = { ...accessEndpoints, ...orderEndpoints };',
  ];
  const declaration = [
    '/** All. */',
    'export declare const endpoints: {',
    '    readonly createKey: {',
    '    };',
    '};',
    'export type EndpointName = keyof typeof endpoints;',
  ];
  expect(nameGroups(code.join('\n'), declaration.join('\n')).split('\n')).toEqual([
    ...code.slice(0, 3),
    'export declare const endpoints: typeof accessEndpoints & typeof orderEndpoints;',
    'export type EndpointName = keyof typeof endpoints;',
  ]);
});
