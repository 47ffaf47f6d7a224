import type { MarketType } from '../../../model/order.ts';
import type { DialectCall, KeyFacts } from '../../shared/live/dialect.ts';
import { told } from '../../shared/live/shapes.ts';
import { valueAt } from '../../shared/wireFields.ts';

/** The venue's clock. */
export async function venueTime({ client }: DialectCall): Promise<number> {
  const answer = await client.request('time', 'public', 'GET', {});
  return Number(told(valueAt(answer, 'serverTime'), 'time'));
}

/** Of the key, and of the account of USD-margined contracts. */
export async function keyFacts({ client }: DialectCall): Promise<KeyFacts> {
  const rights = await client.request('account/apiRestrictions', 'sapi', 'GET', {});
  const may = (name: string): boolean => valueAt(rights, name) === true;
  const hasContracts = may('enableFutures');
  const tradable: MarketType[] = [];
  if (may('enableSpotAndMarginTrading')) tradable.push('spot');
  if (hasContracts) tradable.push('swap', 'future');
  return {
    tradable,
    canWithdraw: may('enableWithdrawals'),
    isBoundToAddresses: may('ipRestrict'),
    // A key without the right may not ask for it.
    ...(hasContracts && { isHedged: await isHedged(client) }),
  };
}

async function isHedged(client: DialectCall['client']): Promise<boolean> {
  const mode = await client.request('positionSide/dual', 'fapiPrivate', 'GET', {});
  return valueAt(mode, 'dualSidePosition') === true;
}
