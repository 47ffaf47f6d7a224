import type { MarketType } from '../../../model/order.ts';
import type { DialectCall, KeyFacts } from '../../shared/live/dialect.ts';
import { DialectRefusal } from '../../shared/live/failures.ts';
import { required } from '../../shared/live/shapes.ts';
import { NotThereError } from '../../shared/live/tradeHttp.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { PositionMode } from '../../venuePort.ts';
import { apiRestrictions, positionSideDual, serverTime } from './endpoints.ts';
import type { MarginType } from './marginTypes.ts';
import { balance as pooledBalance } from './portfolio/endpoints.ts';

/** Returns the venue's clock. */
export async function venueTime({ client }: DialectCall): Promise<number> {
  const answer = await serverTime(client, {});
  return Number(required(valueAt(answer, 'serverTime'), 'time'));
}

/**
 * Rejects for an account of portfolio margin, whose key the usual endpoints of contracts call
 * wrong. Only papi answers those accounts, whatever it says to all others.
 */
export async function checkKey({ client }: DialectCall): Promise<void> {
  let isPooled = true;
  try {
    await pooledBalance(client, {});
  } catch {
    isPooled = false;
  }
  if (isPooled) throw new DialectRefusal(pooledText);
}

const pooledText =
  'The exchange has portfolio margin for the account, whose contracts trade at endpoints of ' +
  'their own: set portfolio_margin to true.';

/** Returns facts of the key, and of the account of USD-margined contracts. */
export async function keyFacts({ client }: DialectCall): Promise<KeyFacts> {
  const rights = await rightsOf(client);
  if (rights === undefined) return holdingFacts(client);
  const may = (name: string): boolean => valueAt(rights, name) === true;
  const hasContracts = may('enableFutures');
  const tradable: MarketType[] = [];
  if (may('enableSpotAndMarginTrading')) tradable.push('spot');
  if (hasContracts) tradable.push('swap', 'future');
  // A key without the right may not ask for it.
  const held = hasContracts ? await holdingFacts(client) : undefined;
  return {
    tradable,
    canWithdraw: may('enableWithdrawals'),
    isBoundToAddresses: may('ipRestrict'),
    isHedged: held?.isHedged,
    heldOtherwise: held?.heldOtherwise,
  };
}

/** Returns undefined in test environments, which have no such call. */
async function rightsOf(client: DialectCall['client']): Promise<unknown> {
  try {
    return await apiRestrictions(client, {});
  } catch (error) {
    if (error instanceof NotThereError) return undefined;
    throw error;
  }
}

/**
 * Returns the position mode of contracts margined in dollars: orders in others are not accepted
 * yet.
 */
export async function positionMode({ client }: DialectCall): Promise<PositionMode> {
  return (await isHedged(client, 'usdm')) ? 'hedge' : 'one_way';
}

/** Both kinds of contracts share one mode, but accounts from earlier times may still have two. */
async function holdingFacts(client: DialectCall['client']): Promise<KeyFacts> {
  const isHedgedInDollars = await isHedged(client, 'usdm');
  if ((await isHedged(client, 'coinm')) === isHedgedInDollars) {
    return { isHedged: isHedgedInDollars };
  }
  const how = isHedgedInDollars ? 'one way' : 'both ways';
  const heldOtherwise = `Coin-margined contracts are held ${how}: give both the same mode there.`;
  return { isHedged: isHedgedInDollars, heldOtherwise };
}

async function isHedged(client: DialectCall['client'], marginType: MarginType): Promise<boolean> {
  const mode = await positionSideDual[marginType](client, {});
  return valueAt(mode, 'dualSidePosition') === true;
}
