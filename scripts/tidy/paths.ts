/** Tells the kind of file from its path; every check uses these functions, so that they agree. */

/** Returns true for tests and for test aids, which lie in a folder `test` of their workspace. */
export function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || /(^|\/)test\//.test(path);
}

/** Returns true for files that run on a user's machine. */
export function isProduct(path: string): boolean {
  return !isTest(path) && !isScript(path) && !isToolConfig(path);
}

export function isScript(path: string): boolean {
  return path.startsWith('scripts/') && !isTest(path);
}

/** Returns true for configuration files whose form a tool dictates. */
export function isToolConfig(path: string): boolean {
  return /^([^/]+\/)?[^/]+\.config\.ts$/.test(path) || /\.[cm]?js$/.test(path);
}

export function isServerCode(path: string): boolean {
  return path.startsWith('server/src/') && !isTest(path);
}

/** Returns true for files of one exchange that make its requests. */
export function isVenueTrading(path: string): boolean {
  return !isTest(path) && /^server\/src\/trading\/venues\/\w+\/trading\//.test(path);
}

export function isCode(path: string): boolean {
  return /\.(tsx?|mjs|cjs|js)$/.test(path) && !path.endsWith('.d.ts');
}
