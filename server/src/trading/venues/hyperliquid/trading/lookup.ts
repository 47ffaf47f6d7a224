import type { CcxtOrder } from '../../shared/live/ccxtClient.ts';
import type { DialectCall, LookupMany, ManyOutcome } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import { failureOf } from '../../shared/live/failures.ts';
import type { OrderRef, VenueOrderState } from '../../venuePort.ts';
import { toCloid } from './client.ts';
import type { OrderName } from './endpoints.ts';
import { hyperliquidErrors } from './errors.ts';
import { outcomesOf, stateOf } from './states.ts';

/** Returns the order of that name; undefined when the venue answered and knows none. */
export async function lookUp(
  call: DialectCall,
  ref: OrderRef,
): Promise<VenueOrderState | undefined> {
  const { symbol, marketType } = ref;
  const order = await orderNamed(call, ref);
  return unchangedOf(ref, order) ?? stateOf(call, { order, market: { symbol, marketType } });
}

/**
 * A status weighs 2 and the list of executions 21, which all orders share. Twenty together weigh
 * 61 of the 1,200 that an address has in a minute, and separately 460.
 */
const ordersMax = 20;

export const hyperliquidMany: LookupMany = {
  ordersMax,
  async look(call, refs) {
    const outcomes = new Map<string, ManyOutcome>();
    const found: { readonly ref: OrderRef; readonly order: CcxtOrder }[] = [];
    await Promise.all(
      refs.map(async (ref) => {
        const order = await orderIfThere(call, ref);
        const unchanged = order && unchangedOf(ref, order);
        if (!order) outcomes.set(ref.clientId, 'absent');
        else if (unchanged) outcomes.set(ref.clientId, unchanged);
        else found.push({ ref, order });
      }),
    );
    const orders = found.map(({ order, ref: { symbol, marketType } }) => ({
      order,
      market: { symbol, marketType },
    }));
    for (const [index, outcome] of (await outcomesOf(call, orders)).entries()) {
      const clientId = found[index]?.ref.clientId;
      if (clientId !== undefined) outcomes.set(clientId, outcome);
    }
    return outcomes;
  },
};

function orderNamed({ client }: DialectCall, { clientId, symbol }: OrderRef): Promise<CcxtOrder> {
  const named = encodeRequest<OrderName>({ clientOrderId: toCloid(clientId) });
  return client.fetchOrder(undefined, symbol, named);
}

/** Returns undefined when the venue answered and knows no such order. */
async function orderIfThere(call: DialectCall, ref: OrderRef): Promise<CcxtOrder | undefined> {
  try {
    return await orderNamed(call, ref);
  } catch (error) {
    if (failureOf(error, hyperliquidErrors).kind === 'notFound') return undefined;
    throw error;
  }
}

/** Only the executions give the fills of a resting order, at ten times the weight. */
function unchangedOf({ unchanged }: OrderRef, { info }: CcxtOrder): VenueOrderState | undefined {
  return info.status === 'open' ? unchanged : undefined;
}
