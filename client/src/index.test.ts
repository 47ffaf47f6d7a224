import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import * as exported from './index.ts';

// Programs of others use these names: removing or changing one breaks them.

test('the package exports these values, of these kinds', () => {
  const kinds = Object.entries(exported).map(([name, value]) => `${name}: ${typeof value}`);
  expect(kinds.sort()).toMatchInlineSnapshot(`
    [
      "ApiError: function",
      "createClient: function",
      "createFetchTransport: function",
      "fetchTcaPage: function",
      "mayHaveHappened: function",
      "openAlgorithmStream: function",
      "openBookStream: function",
      "openOrderStream: function",
      "systemRuntime: object",
    ]
  `);
});

test('the package exports these types', async () => {
  const text = await readFile(new URL('index.ts', import.meta.url), 'utf8');
  const lists = [...text.matchAll(/^export (type )?\{([^}]*)\}/gm)];
  const types = lists.flatMap(([, isType, list = '']) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter((name) => (isType ? name !== '' : name.startsWith('type ')))
      .map((name) => name.replace('type ', '')),
  );
  expect(types.sort()).toMatchInlineSnapshot(`
    [
      "AlgorithmEvent",
      "AlgorithmStream",
      "AlgorithmStreamEvent",
      "AlgorithmStreamOptions",
      "AlgorithmUpdateEvent",
      "AnswerNote",
      "ApiErrorCode",
      "BookEvent",
      "BookListener",
      "BookStream",
      "BookStreamOptions",
      "CallOptions",
      "Client",
      "ClientErrorCode",
      "ClientOptions",
      "DataOf",
      "ErrorCode",
      "FieldIssue",
      "GlobalBookWire",
      "InputOf",
      "Method",
      "OrderEvent",
      "OrderFillEvent",
      "OrderListener",
      "OrderStream",
      "OrderStreamOptions",
      "OrderUpdateEvent",
      "Pagination",
      "Runtime",
      "SnapshotEvent",
      "StreamDepth",
      "StreamState",
      "StreamedBook",
      "Transport",
      "TransportAnswer",
      "TransportRequest",
      "WatchOptions",
    ]
  `);
});
