import { type MarketType, marketTypeOf } from '../../../model/order.ts';
import { type InstrumentSymbol, parseSymbol } from '../../../model/symbol.ts';
import type { CcxtOrder } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import type { VenueOrderState } from '../../venuePort.ts';
import { conditionalState, setterOf } from './conditionals.ts';
import type { OpenOrders } from './endpoints.ts';
import { conditionalOf, whole } from './lookup.ts';
import { marginTypesOf } from './marginTypes.ts';
import { listOf } from './oco.ts';
import type { Market } from './states.ts';

export async function readOpenOrders(
  call: DialectCall,
  marketType: MarketType,
  symbol: InstrumentSymbol | undefined,
): Promise<readonly VenueOrderState[]> {
  const { plain, asleep } = await openLists(call, marketType, symbol);
  const states: VenueOrderState[] = [];
  const lists = new Set<string>();
  for (const order of plain) {
    const market = marketOf(order, marketType);
    const list = market && listOf(order);
    if (!market || (list !== undefined && lists.has(list))) continue;
    if (list !== undefined) lists.add(list);
    states.push(await openState(call, order, market));
  }
  for (const order of asleep) {
    const market = marketOf(order, marketType);
    if (market) states.push(await conditionalState(call, order, market));
  }
  return states;
}

interface OpenLists {
  readonly plain: readonly CcxtOrder[];
  readonly asleep: readonly CcxtOrder[];
}

/**
 * Returns open orders as the venue lists them: each kind of contracts separately, and conditional
 * ones apart.
 */
async function openLists(
  { client }: DialectCall,
  marketType: MarketType,
  symbol: InstrumentSymbol | undefined,
): Promise<OpenLists> {
  const list = (kind: OpenOrders) =>
    client.fetchOpenOrders(symbol, undefined, undefined, encodeRequest<OpenOrders>(kind));
  if (marketType === 'spot') return { plain: await list({ type: 'spot' }), asleep: [] };
  const plain: CcxtOrder[] = [];
  const asleep: CcxtOrder[] = [];
  for (const marginType of marginTypesOf(symbol)) {
    const subType = marginType === 'usdm' ? 'linear' : 'inverse';
    plain.push(...(await list({ type: 'swap', subType })));
    asleep.push(...(await list({ type: 'swap', subType, trigger: true })));
  }
  return { plain, asleep };
}

/** Returns the state of an open order, or of the conditional one that it replaced. */
async function openState(
  call: DialectCall,
  order: CcxtOrder,
  market: Market,
): Promise<VenueOrderState> {
  const { symbol, marketType } = market;
  const clientId = marketType === 'spot' ? undefined : await setterOf(call, order, symbol);
  if (clientId === undefined) return whole(call, order, market);
  return conditionalOf(call, { symbol, marketType, clientId, venueOrderId: undefined }, market);
}

function marketOf(order: CcxtOrder, marketType: MarketType): Market | undefined {
  // The class uses our own names, so that no other spelling of one exists.
  const symbol = order.symbol === undefined ? undefined : parseSymbol(order.symbol);
  return symbol && marketTypeOf(symbol) === marketType ? { symbol, marketType } : undefined;
}
