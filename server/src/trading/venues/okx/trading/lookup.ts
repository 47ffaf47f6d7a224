import type { CcxtOrder } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import type { OrderRef, VenueOrderState } from '../../venuePort.ts';
import { conditionalState } from './conditionals.ts';
import { findConditional, findPlain, parentOf } from './find.ts';
import type { Market } from './rows.ts';
import { stateOf } from './states.ts';

/** Returns the order of that name, of either kind; undefined when there is none. */
export async function lookUp(
  call: DialectCall,
  { clientId, symbol, marketType }: OrderRef,
): Promise<VenueOrderState | undefined> {
  const market = { symbol, marketType };
  const plain = await findPlain(call, { clientId, symbol });
  if (plain) return wholeState(call, plain, market);
  const sleeping = await findConditional(call, { clientId, symbol });
  return sleeping && conditionalState(call, sleeping, market);
}

/** Returns an order on the book, or the algo order that it replaced. */
export async function wholeState(
  call: DialectCall,
  plain: CcxtOrder,
  market: Market,
): Promise<VenueOrderState> {
  const parentId = parentOf(plain);
  if (parentId === undefined) return stateOf(call, plain, market);
  // Orders of the venue's trading bots name one that is not found.
  const parent = await findConditional(call, { clientId: parentId, symbol: market.symbol });
  return parent ? conditionalState(call, parent, market) : stateOf(call, plain, market);
}
