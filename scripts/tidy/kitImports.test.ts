import { expect, test } from 'vitest';
import { checkKitImports } from './kitImports.ts';
import { inShort, planted } from './test/planted.ts';

const check = (line: string, path = 'server/src/kit/errors.ts') =>
  inShort(checkKitImports(planted(path, line)));

test.each([
  "import { endpoints } from '@windlass/contract';",
  "import type { Endpoint } from '@windlass/contract';",
  "import { type ErrorCode, endpoints as errorCatalogue } from '@windlass/contract';",
  "import * as contract from '@windlass/contract';",
  "import '@windlass/contract';",
  "export { endpoints } from '@windlass/contract';",
  "export * from '@windlass/contract';",
  "const a = await import('@windlass/contract');",
])('refuses the kit what is not of a catalogue of codes: %s', (line) => {
  expect(check(line)).toEqual(['1 import-table']);
});

test('lets the kit use the catalogues of codes, and others the whole contract', () => {
  const line =
    "import { errorCatalogue as all, type ErrorCode, type FieldIssue } from '@windlass/contract';";
  expect(check(line)).toEqual([]);
  const readiness = "import { isNotReady, type ReadinessCode } from '@windlass/contract';";
  expect(check(readiness)).toEqual([]);
  const endpoint = "import { endpoints } from '@windlass/contract';";
  expect(check(endpoint, 'server/src/http/bind.ts')).toEqual([]);
  expect(check(endpoint, 'server/src/kit/errors.test.ts')).toEqual([]);
});
