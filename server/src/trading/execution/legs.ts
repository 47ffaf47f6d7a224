import type { Account } from '../model/account.ts';
import { type MarketType, marketTypeOf, type Side } from '../model/order.ts';
import { legOf, type PositionLeg } from '../model/positionLeg.ts';
import { type InstrumentSymbol, parseSymbol, symbolParts } from '../model/symbol.ts';
import { isHeldBothWays } from '../venues/capabilities.ts';
import { capabilitiesOf } from '../venues/registry.ts';
import type { AccountModes } from './accountModes.ts';
import type { OrderDraft } from './types.ts';

interface Contract {
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
}

/** Returns true when the account can have a long and a short position of the contract at once. */
export function hasLegs(
  { venue, hedgeMode }: Pick<Account, 'venue' | 'hedgeMode'>,
  { symbol, marketType: kind }: Contract,
): boolean {
  const capabilities = capabilitiesOf(venue);
  if (!hedgeMode || !capabilities) return false;
  return isHeldBothWays(capabilities, { kind, settle: symbolParts(symbol).settle });
}

/** Returns the position that an order refers to, if its account can have two of the market. */
export function legIn(
  account: Pick<Account, 'venue' | 'hedgeMode'>,
  contract: Contract,
  { side, reduceOnly }: { readonly side: Side; readonly reduceOnly: boolean },
): PositionLeg | undefined {
  return hasLegs(account, contract) ? legOf(side, reduceOnly) : undefined;
}

/**
 * Returns the account after its exchange was asked for the position mode. The mode decides which
 * leg an order names; an order with a wrong leg is refused, even one that closes a position.
 */
export async function asHeld(
  accountModes: Pick<AccountModes, 'asHeld'>,
  account: Account,
  draft: Pick<OrderDraft, 'symbol' | 'marketType'>,
): Promise<Account> {
  const symbol = parseSymbol(draft.symbol);
  if (symbol === undefined) return account;
  const { marketType = marketTypeOf(symbol) } = draft;
  const mayHaveLegs = hasLegs({ ...account, hedgeMode: true }, { symbol, marketType });
  return mayHaveLegs ? accountModes.asHeld(account) : account;
}
