/** What kind of file a path names; every check asks here, so that they agree. */

/** Tests, and what only tests import. */
export function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || path.startsWith('server/test/');
}

export function isScript(path: string): boolean {
  return path.startsWith('scripts/') && !isTest(path);
}

/** Configuration whose shape the tool dictates. */
export function isToolConfig(path: string): boolean {
  return /^[^/]+\.config\.ts$/.test(path) || /\.[cm]?js$/.test(path);
}

export function isServerCode(path: string): boolean {
  return path.startsWith('server/src/') && !isTest(path);
}

export function isCode(path: string): boolean {
  return /\.(ts|mjs|cjs|js)$/.test(path) && !path.endsWith('.d.ts');
}
