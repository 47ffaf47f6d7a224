import { type Exact, exactly } from '../../../../kit/exact.ts';
import { type InstrumentSymbol, isInverse } from '../../../model/symbol.ts';
import { isFields } from '../../shared/json.ts';
import type { CcxtClient, CcxtOrder, CcxtTrade } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { inverseFill, inverseSizes } from '../../shared/live/inverse.ts';
import { type FillSums, fillOf, required } from '../../shared/live/shapes.ts';
import { readPositive } from '../../shared/wireFields.ts';
import type { VenueFill } from '../../venuePort.ts';
import { premiumIndex } from './endpoints.ts';
import { legIn } from './legs.ts';
import { fieldsIn, idOf } from './marginTypes.ts';

// The coin-margined endpoints count orders and trades in contracts of a fixed number of dollars.

function contractSizeOf(client: CcxtClient, symbol: InstrumentSymbol): Exact {
  return exactly(required(client.market(symbol).contractSize, 'size of a contract'));
}

/** Converts a trade of either kind to a fill with its quantity in base units. */
export function tradeFill(
  { client }: Pick<DialectCall, 'client'>,
  trade: CcxtTrade,
  context: Parameters<typeof fillOf>[1],
): VenueFill {
  const fill = { ...fillOf(trade, context), leg: legIn(trade.info) };
  if (!isInverse(context.symbol)) return fill;
  return inverseFill(fill, contractSizeOf(client, context.symbol));
}

/** Returns the sizes of an inverse order in base units. */
export async function coinSizes(
  call: DialectCall,
  order: CcxtOrder,
  { symbol, sums }: { readonly symbol: InstrumentSymbol; readonly sums: FillSums },
) {
  const { amount, filled = 0, price, triggerPrice, average } = order;
  return inverseSizes({
    contractSize: contractSizeOf(call.client, symbol),
    amount: required(amount, 'quantity of an order'),
    filled,
    average,
    price:
      [price, triggerPrice, average].find((each) => each !== undefined && each > 0) ??
      (await markPrice(call, symbol)),
    sums,
  });
}

/** Read when an order names no price, such as a market order that did not fill. */
async function markPrice(
  { client }: DialectCall,
  symbol: InstrumentSymbol,
): Promise<number | undefined> {
  const id = idOf(client, symbol);
  const answer = await premiumIndex.coinm(client, { symbol: id });
  const rows = isFields(answer) ? [answer] : fieldsIn(answer);
  return readPositive(rows.find((row) => row.symbol === id)?.markPrice);
}
