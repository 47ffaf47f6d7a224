import { type MarketType, marketTypeOf } from '../../../model/order.ts';
import { type InstrumentSymbol, parseSymbol } from '../../../model/symbol.ts';
import type { Fields } from '../../shared/json.ts';
import type { CcxtBalance, CcxtOrder } from '../../shared/live/ccxtClient.ts';
import type { Dialect, DialectCall } from '../../shared/live/dialect.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { balancesOf, isClientId, textOf } from '../../shared/live/shapes.ts';
import { noteTaken } from '../../shared/live/taken.ts';
import { valueAt } from '../../shared/wireFields.ts';
import type { OrderRef, VenueBalances, VenueOrder, VenueOrderState } from '../../venuePort.ts';
import { binanceListing } from '../marketData/listing.ts';
import { checkKey, keyFacts, positionMode, venueTime } from './account.ts';
import { cancelConditional, conditionalState, fetchConditional, setterOf } from './conditionals.ts';
import { binanceDeadMansSwitch } from './deadMansSwitch.ts';
import { binanceErrors } from './errors.ts';
import { binanceAccountFees } from './fees.ts';
import { binanceFills } from './fills.ts';
import { housesOf } from './houses.ts';
import { positionFields } from './legs.ts';
import { binanceLimits } from './limits.ts';
import { listOf, listState, submitPair } from './oco.ts';
import { isConditional, typeOf } from './orderTypes.ts';
import { binancePerps } from './perps.ts';
import { type Market, stateOf } from './states.ts';
import { binanceTransfers } from './transfers.ts';
import { binanceUserStreams } from './userStreams.ts';

/** The venue drops older requests: an order not reported by then was not accepted. */
const deadlineMs = 5_000;

/** Spot and USD-margined contracts, one class of ccxt for both. */
export const binanceDialect: Dialect = {
  ccxtClass: 'binance',
  marketTypes: ['spot', 'swap', 'future'],
  credential: 'main',
  listing: binanceListing,
  limits: binanceLimits,
  comparisonCosts: {
    spot: { quiet: 100, trading: 140 },
    contracts: { quiet: 180, trading: 310 },
  },
  options: {
    recvWindow: deadlineMs,
    fetchOpenOrders: { warnWithoutSymbol: false },
    broker: { spot: '', margin: '', swap: '', future: '', inverse: '' },
  },
  userStreams: binanceUserStreams,
  words: binanceErrors,
  takenWithinMs: () => deadlineMs,
  async submit(call, order) {
    if (order.type === 'oco') return submitPair(call, order);
    const { symbol, marketType } = order;
    const made = await create(call, order);
    noteTaken(call, order, made.id);
    const market = { symbol, marketType };
    const isAsleep = marketType !== 'spot' && isConditional(order.type);
    return isAsleep ? conditionalState(call, made, market) : stateOf(call, made, market);
  },
  async cancel(call, ref) {
    const { client } = call;
    try {
      const [id, name] = nameOf(ref);
      await client.cancelOrder(id, ref.symbol, { ...name });
    } catch (error) {
      if (ref.marketType === 'spot' || !isNotFound(error)) throw error;
      await cancelConditional(call, ref);
    }
  },
  async lookup(call, ref) {
    const { client } = call;
    const market = { symbol: ref.symbol, marketType: ref.marketType };
    try {
      const [id, name] = nameOf(ref);
      const order = await client.fetchOrder(id, ref.symbol, { ...name });
      if (isChild(order, ref.marketType)) return await conditionalOf(call, ref, market);
      return await whole(call, order, market);
    } catch (error) {
      if (ref.marketType === 'spot' || !isNotFound(error)) throw error;
      return conditionalOf(call, ref, market);
    }
  },
  async openOrders(call, marketType, symbol) {
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
  },
  async balances({ client }, marketType) {
    if (marketType === 'spot') return balancesOf(await client.fetchBalance({ type: 'spot' }));
    return contractBalances(await client.fetchBalance({ type: 'swap' }));
  },
  time: venueTime,
  checkKey,
  deadMansSwitch: binanceDeadMansSwitch,
  perps: binancePerps,
  fees: binanceAccountFees,
  transfers: binanceTransfers,
  keyFacts,
  positionMode,
  fills: binanceFills,
};

/**
 * Returns how the venue identifies the order: ours by our client id, any other by the venue's id.
 */
function nameOf({ clientId, venueOrderId }: OrderRef): readonly [string | undefined, object] {
  if (isClientId(clientId) || venueOrderId === undefined)
    return [undefined, { clientOrderId: clientId }];
  return [venueOrderId, {}];
}

/**
 * Returns balances of the wallet itself: an unrealised gain or loss of positions is no balance yet.
 */
function contractBalances({ info }: CcxtBalance): VenueBalances {
  const assets = valueAt(info, 'assets');
  const rows = Array.isArray(assets) ? (assets as readonly Fields[]) : [];
  const held = rows.filter(({ walletBalance }) => Number(walletBalance) !== 0);
  return Object.fromEntries(
    held.map(({ asset, walletBalance, initialMargin, availableBalance }) => [
      String(asset),
      {
        free: textOf(String(availableBalance)),
        used: textOf(String(initialMargin)),
        total: textOf(String(walletBalance)),
      },
    ]),
  );
}

/** Sends one request. The quantity and the prices are on the market's steps already. */
function create({ client }: DialectCall, order: VenueOrder): Promise<CcxtOrder> {
  const { symbol, side, type, quantity, price, stopPrice, trailingDelta } = order;
  const isLimit = type === 'limit' || type.endsWith('_limit');
  const isPostOnly = order.timeInForce === 'POST_ONLY';
  // The venue's default is until cancelled, and ccxt sends that itself where it must be sent.
  const isTimed = isLimit && !isPostOnly && order.timeInForce !== 'GTC';
  const params = {
    clientOrderId: order.clientId,
    ...(isLimit && isPostOnly && { postOnly: true }),
    ...(isTimed && { timeInForce: order.timeInForce }),
    ...(type.startsWith('stop_loss') && { stopLossPrice: stopPrice }),
    ...(type.startsWith('take_profit') && { takeProfitPrice: stopPrice }),
    ...(type === 'trailing_stop' && { trailingPercent: trailingDelta }),
    ...positionFields(order),
  };
  // A market order with a price would be read as one for an amount of the quote.
  const limitPrice = isLimit && price !== undefined ? Number(price) : undefined;
  const plainType = isLimit ? 'limit' : 'market';
  return client.createOrder(symbol, plainType, side, Number(quantity), limitPrice, params);
}

/** Returns the state of an order, or of the pair that it is a leg of. */
function whole(call: DialectCall, order: CcxtOrder, market: Market): Promise<VenueOrderState> {
  const list = market.marketType === 'spot' ? listOf(order) : undefined;
  return list === undefined ? stateOf(call, order, market) : listState(call, list, market);
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
  const list = (type: object) => client.fetchOpenOrders(symbol, undefined, undefined, { ...type });
  if (marketType === 'spot') return { plain: await list({ type: 'spot' }), asleep: [] };
  const plain: CcxtOrder[] = [];
  const asleep: CcxtOrder[] = [];
  for (const house of housesOf(symbol)) {
    const type = { type: 'swap', subType: house === 'usdm' ? 'linear' : 'inverse' };
    plain.push(...(await list(type)));
    asleep.push(...(await list({ ...type, trigger: true })));
  }
  return { plain, asleep };
}

/** True when it replaced a conditional order, under the client id of that order. */
function isChild(order: CcxtOrder, marketType: MarketType): boolean {
  return marketType !== 'spot' && isConditional(typeOf(order.info, marketType));
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

/** Returns the conditional order, resting or replaced. */
async function conditionalOf(
  call: DialectCall,
  ref: OrderRef,
  market: Market,
): Promise<VenueOrderState> {
  return conditionalState(call, await fetchConditional(call, ref), market);
}

function marketOf(order: CcxtOrder, marketType: MarketType): Market | undefined {
  // The class uses our own names, so that no other spelling of one exists.
  const symbol = order.symbol === undefined ? undefined : parseSymbol(order.symbol);
  return symbol && marketTypeOf(symbol) === marketType ? { symbol, marketType } : undefined;
}

function isNotFound(error: unknown): boolean {
  return failureOf(error, binanceErrors).kind === 'notFound';
}
