import {
  addExact,
  type Exact,
  formatExact,
  multiplyExact,
  parseExact,
  zeroExact,
} from '../../../../../kit/exact.ts';
import type { PortfolioMarginAsset, PortfolioMarginTotals } from '../../../perpsPort.ts';
import type { Fields } from '../../../shared/json.ts';
import type { DialectCall } from '../../../shared/live/dialect.ts';
import type { PortfolioMarginDialect } from '../../../shared/live/perpsDialect.ts';
import { NoAnswerError } from '../../../shared/live/tradeHttp.ts';
import { premiumIndex } from '../endpoints.ts';
import { fieldsIn, recordIn } from '../marginTypes.ts';
import { account, assetCollection, autoCollection, balance, contractAccount } from './endpoints.ts';

export const binancePortfolioMargin: PortfolioMarginDialect = {
  balances: readBalances,
  totals: readTotals,
  async collectAll({ client }) {
    return { result: recordIn(await autoCollection(client, {})) };
  },
  async collect({ client }, asset) {
    return { result: recordIn(await assetCollection(client, { asset })) };
  },
};

export async function readBalances({
  client,
}: DialectCall): Promise<readonly PortfolioMarginAsset[]> {
  const rows = fieldsIn(await balance(client, {}));
  return rows.map((row) => ({
    asset: String(row.asset),
    totalWalletBalance: amountAt(row, 'totalWalletBalance'),
    crossMarginAsset: amountAt(row, 'crossMarginAsset'),
    crossMarginFree: amountAt(row, 'crossMarginFree'),
    crossMarginLocked: amountAt(row, 'crossMarginLocked'),
    crossMarginBorrowed: amountAt(row, 'crossMarginBorrowed'),
    crossMarginInterest: amountAt(row, 'crossMarginInterest'),
    umWalletBalance: amountAt(row, 'umWalletBalance'),
    umUnrealizedPNL: amountAt(row, 'umUnrealizedPNL'),
    cmWalletBalance: amountAt(row, 'cmWalletBalance'),
    cmUnrealizedPNL: amountAt(row, 'cmUnrealizedPNL'),
    negativeBalance: amountAt(row, 'negativeBalance'),
  }));
}

/**
 * Calculates the totals that the account of USD-margined contracts had before portfolio margin,
 * from its present assets and the dollar totals of the whole account.
 */
async function readTotals(call: DialectCall): Promise<PortfolioMarginTotals> {
  const [contracts, whole] = await Promise.all([
    contractAccount.usdm(call.client, {}).then(recordIn),
    account(call.client, {}).then(recordIn),
  ]);
  const assets = await Promise.all(
    fieldsIn(contracts.assets).map(async (row) => ({ row, price: await priceOf(call, row) })),
  );
  const sum = (name: string): Exact =>
    assets.reduce(
      (all, { row, price }) => addExact(all, multiplyExact(exactAt(row, name), price)),
      zeroExact,
    );
  const [wallet, unrealized] = [sum('crossWalletBalance'), sum('crossUnPnl')];
  return {
    totalInitialMargin: formatExact(sum('initialMargin')),
    totalMaintMargin: formatExact(sum('maintMargin')),
    totalWalletBalance: formatExact(wallet),
    totalUnrealizedProfit: formatExact(unrealized),
    totalMarginBalance: formatExact(addExact(wallet, unrealized)),
    availableBalance: amountAt(whole, 'totalAvailableBalance'),
    maxWithdrawAmount: amountAt(whole, 'virtualMaxWithdrawAmount'),
  };
}

/** Counted as a dollar each, as in the venue's own totals of its futures. */
const dollars: ReadonlySet<string> = new Set([
  'USDT',
  'USDC',
  'BUSD',
  'FDUSD',
  'TUSD',
  'USDP',
  'USD1',
  'BFUSD',
  'RLUSD',
]);
const one: Exact = { digits: 1n, scale: 0 };
const summed = ['crossWalletBalance', 'crossUnPnl', 'initialMargin', 'maintMargin'] as const;

/** Returns the mark price for other assets; it is not read for empty ones. */
async function priceOf({ client }: DialectCall, row: Fields): Promise<Exact> {
  const asset = String(row.asset);
  if (dollars.has(asset)) return one;
  if (summed.every((name) => exactAt(row, name).digits === 0n)) return one;
  const mark = recordIn(await premiumIndex.usdm(client, { symbol: `${asset}USDT` }));
  return exactAt(mark, 'markPrice');
}

/** Returns the text as the venue wrote it. */
function amountAt(row: Fields, name: string): string {
  exactAt(row, name);
  return String(row[name]);
}

function exactAt(row: Fields, name: string): Exact {
  const amount = parseExact(String(row[name]));
  if (!amount) throw new NoAnswerError(`The exchange returned no ${name}.`);
  return amount;
}
