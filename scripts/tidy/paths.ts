/** Tells the kind of file from its path; every check uses these functions, so that they agree. */

/**
 * Test aids that lie beside the code they serve instead of under `server/test`. The product may not
 * import them; any other file that only tests reach is dead.
 */
export const testAids: readonly string[] = [
  'cli/src/algos/fakeAlgorithms.ts',
  'cli/src/fakeIo.ts',
  'cli/src/fakeStreams.ts',
  'cli/src/mcp/fakeMcp.ts',
  'cli/src/mcp/leftOut.ts',
  'cli/src/orders/fakeOrders.ts',
  'cli/src/route/fakeRoutes.ts',
  'cli/src/tca/fakeReport.ts',
  'cli/src/vaults/fakeVaults.ts',
  'client/src/fakeStream.ts',
  'dashboard/src/features/algorithms/fakeAlgorithm.ts',
  'dashboard/src/shared/books/testBooks.ts',
  'matching/src/audit.ts',
  'matching/src/fixtures.ts',
  'matching/src/carrying.ts',
  'matching/src/collateralAudit.ts',
  'matching/src/liquidationAudit.ts',
  'matching/src/liquidityAudit.ts',
  'matching/src/marginAudit.ts',
  'matching/src/marginBooks.ts',
  'matching/src/naiveBook.ts',
  'matching/src/randomCommands.ts',
  'matching/src/randomDay.ts',
  'matching/src/randomMargins.ts',
  'matching/src/reckoning.ts',
  'scripts/tidy/plantTree.ts',
  'scripts/tidy/planted.ts',
  'server/src/trading/markets/fixtures.ts',
  'server/src/trading/pretrade/fixtures.ts',
  'server/src/trading/venues/simulated/fixtures.ts',
  'simulator/src/binance/fixtures.ts',
  'simulator/src/gateio/fixtures.ts',
  'simulator/src/hyperliquid/fixtures.ts',
  'simulator/src/bybit/fixtures.ts',
  'simulator/src/okx/fixtures.ts',
  'simulator/src/faults/fixtures.ts',
  'simulator/src/fixtures.ts',
  'simulator/src/kraken/fixtures.ts',
  'simulator/src/krakenfutures/fixtures.ts',
  'simulator/src/ws/fixtures.ts',
];

/** Returns true for tests and for test aids, which only tests import. */
export function isTest(path: string): boolean {
  return (
    path.endsWith('.test.ts') || /^(server|dashboard)\/test\//.test(path) || testAids.includes(path)
  );
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

export function isCode(path: string): boolean {
  return /\.(tsx?|mjs|cjs|js)$/.test(path) && !path.endsWith('.d.ts');
}
