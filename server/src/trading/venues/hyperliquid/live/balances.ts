import {
  compareExact,
  type Exact,
  formatExact,
  parseExact,
  subtractExact,
  zeroExact,
} from '../../../../kit/exact.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { balancesOf } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { VenueBalances } from '../../venuePort.ts';
import { ownClient } from './client.ts';

/** Accounts whose perpetuals are margined from the one wallet that spot has too. */
const unified: readonly unknown[] = ['unifiedAccount', 'portfolioMargin'];

/** What margins perpetuals. */
export async function marginBalances({ client }: DialectCall): Promise<VenueBalances> {
  const asked = { type: 'userAbstraction', user: ownClient(client).walletAddress };
  const mode = await client.request('info', 'public', 'POST', asked);
  if (typeof mode !== 'string') {
    throw new NoAnswerError('The exchange did not say of which kind the account is.');
  }
  const isUnified = unified.includes(mode);
  const balance = await client.fetchBalance({ type: 'swap', enableUnifiedMargin: isUnified });
  if (!isUnified) return walletOf(balance.info);
  const { USDC } = balancesOf(balance);
  return USDC ? { USDC } : {};
}

/**
 * Without what positions would gain or lose: the venue counts that as if it were there. What is
 * free can be withdrawn, and the rest of the value is held by orders and positions.
 */
function walletOf(state: unknown): VenueBalances {
  const value = exactAt(state, 'marginSummary', 'accountValue');
  const used = subtractExact(value, exactAt(state, 'withdrawable'));
  const positions = valueAt(state, 'assetPositions');
  const total = (Array.isArray(positions) ? positions : []).reduce<Exact>(
    (rest, each) => subtractExact(rest, exactAt(each, 'position', 'unrealizedPnl')),
    value,
  );
  if (compareExact(total, zeroExact) === 0 && compareExact(used, zeroExact) === 0) return {};
  const left = subtractExact(total, used);
  const free = compareExact(left, zeroExact) < 0 ? zeroExact : left;
  return { USDC: { free: formatExact(free), used: formatExact(used), total: formatExact(total) } };
}

function exactAt(state: unknown, ...path: readonly string[]): Exact {
  const amount = parseExact(String(valueAt(state, ...path)));
  if (amount) return amount;
  throw new NoAnswerError(`The exchange did not say the ${path.join(' ')} of the account.`);
}
