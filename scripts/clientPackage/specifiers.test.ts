import { expect, test } from 'vitest';
import { publishSpecifiers } from './specifiers.ts';

const path = 'client/src/createClient.d.ts';

test.each([
  ["import { a } from '@windlass/contract';", "import { a } from '../../contract/src/index.js';"],
  ["export * from './trading/orders.ts';", "export * from './trading/orders.js';"],
  ['b: import("./endpoint.ts").Endpoint<c>', 'b: import("./endpoint.js").Endpoint<c>'],
  ["import './side.ts';", "import './side.js';"],
  ['d: import("zod/v4/core").$strip', 'd: import("zod/v4/core").$strip'],
  ["import { io } from 'socket.io-client';", "import { io } from 'socket.io-client';"],
  ["const text = './kept.ts';", "const text = './kept.ts';"],
])('%s is published as it will be found', (compiled, published) => {
  expect(publishSpecifiers(path, compiled)).toBe(published);
});
