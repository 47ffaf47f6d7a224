import {
  compareExact,
  type Exact,
  formatExact,
  parseExact,
  subtractExact,
  zeroExact,
} from '../../../../kit/exact.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import { balancesOf } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { VenueBalances } from '../../venuePort.ts';
import { ownClient } from './client.ts';
import { type BalanceParams, info } from './endpoints.ts';

/** Accounts whose perpetuals are margined from the wallet that spot uses too. */
const unified: readonly unknown[] = ['unifiedAccount', 'portfolioMargin'];

/**
 * People change the kind of an account by hand, if ever, and the request weighs ten times as much
 * as the balances.
 */
const kindMs = 300_000;

/** Returns the balances that margin perpetuals. */
export async function marginBalances(call: DialectCall): Promise<VenueBalances> {
  const { client } = call;
  const isUnified = unified.includes(await accountKind(call));
  const balance = await client.fetchBalance(
    encodeRequest<BalanceParams>({ type: 'swap', enableUnifiedMargin: isUnified }),
  );
  if (!isUnified) return walletOf(balance.info);
  const { USDC } = balancesOf(balance);
  return USDC ? { USDC } : {};
}

/**
 * Returns the account's kind, kept among the options of the client, as ccxt keeps what it has
 * learnt of an account.
 */
async function accountKind({ client, clock }: DialectCall): Promise<string> {
  const { options, walletAddress: user } = ownClient(client);
  const known = options.accountKind;
  if (known && known.user === user && clock.monotonic() < known.untilMs) return known.kind;
  const kind = await info(client, { type: 'userAbstraction', user });
  if (typeof kind !== 'string') {
    throw new NoAnswerError('The exchange did not report the kind of the account.');
  }
  options.accountKind = { user, kind, untilMs: clock.monotonic() + kindMs };
  return kind;
}

/**
 * Returns the wallet without unrealised gains or losses: the venue counts them as if they were
 * realised. The free part can be withdrawn, and orders and positions hold the rest of the value.
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
  throw new NoAnswerError(`The exchange did not report the ${path.join(' ')} of the account.`);
}
