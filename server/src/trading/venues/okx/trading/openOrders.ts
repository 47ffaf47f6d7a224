import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { Fields } from '../../shared/json.ts';
import type { CcxtOrder } from '../../shared/live/ccxtClient.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import { required } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import type { VenueOrderState } from '../../venuePort.ts';
import { fromInstId, toVenueInstrument } from '../symbols.ts';
import { conditionalState } from './conditionals.ts';
import type { AlgoOrderType, OpenOrdersParams } from './endpoints.ts';
import { instTypeOf, oldestIdOf } from './fills.ts';
import { parentOf } from './find.ts';
import { wholeState } from './lookup.ts';
import { algoOrderTypes } from './orderTypes.ts';
import { type Market, textIn } from './rows.ts';
import { isInQuote } from './states.ts';

/** Maximum number in one answer. */
const pageSize = 100;
/** The venue allows an account 4,000 open orders. */
const pagesMax = 41;

/**
 * Returns everything that is open, plain orders first, each kind sorted oldest first; an order that
 * an algo order has placed counts as the algo order.
 */
export async function readOpenOrders(
  call: DialectCall,
  marketType: MarketType,
  symbol: InstrumentSymbol | undefined,
): Promise<readonly VenueOrderState[]> {
  const states: VenueOrderState[] = [];
  const parents = new Set<string>();
  const list = { instType: instTypeOf({ marketType }), symbol };
  for (const order of await readPages(call, list, plainOrders)) {
    const market = marketOf(order, marketType);
    if (!market) continue;
    const parentId = parentOf(order);
    if (parentId !== undefined && parents.has(parentId)) continue;
    if (parentId !== undefined) parents.add(parentId);
    states.push(await wholeState(call, order, market));
  }
  for (const kind of algoKinds(marketType)) {
    for (const order of await readPages(call, list, kind)) {
      const market = marketOf(order, marketType);
      if (market) states.push(await conditionalState(call, order, market));
    }
  }
  return states;
}

/** Returns records of the open orders in a market, plain and algo orders, whoever placed them. */
export async function readOpenRecords(
  call: DialectCall,
  { symbol, marketType }: Market,
): Promise<readonly Fields[]> {
  const list = { instType: instTypeOf({ marketType }), symbol };
  const records: Fields[] = [];
  for (const kind of [plainOrders, ...algoKinds(marketType)]) {
    for (const { info } of await readPages(call, list, kind)) records.push(info);
  }
  return records;
}

interface List {
  readonly instType: OpenOrdersParams['instType'];
  readonly symbol: InstrumentSymbol | undefined;
}

/** Orders that are listed together. */
interface Kind {
  readonly idField: 'ordId' | 'algoId';
  /** Undefined for plain orders. */
  readonly algoType: AlgoOrderType | undefined;
}

const plainOrders: Kind = { idField: 'ordId', algoType: undefined };

function algoKinds(marketType: MarketType): readonly Kind[] {
  const types = algoOrderTypes[marketType === 'spot' ? 'spot' : 'contract'];
  return types.map((algoType) => ({ idField: 'algoId', algoType }));
}

async function readPages(
  { client }: DialectCall,
  { instType, symbol }: List,
  { idField, algoType }: Kind,
): Promise<readonly CcxtOrder[]> {
  const all: CcxtOrder[] = [];
  let after: string | undefined;
  for (let page = 0; page < pagesMax; page += 1) {
    const asked = encodeRequest<OpenOrdersParams>({
      ordType: algoType,
      trigger: algoType === undefined ? undefined : true,
      instType,
      after,
    });
    const orders = await client.fetchOpenOrders(symbol, undefined, undefined, asked);
    all.push(...orders);
    if (orders.length < pageSize) return oldestFirst(all, idField);
    after = oldestIdOf(
      orders.map(({ info }) => info),
      idField,
    );
  }
  throw new NoAnswerError('The exchange lists more open orders than it allows.');
}

/** The venue lists the newest first; its ids grow with time. */
function oldestFirst(orders: readonly CcxtOrder[], idField: string): readonly CcxtOrder[] {
  const idOf = ({ info }: CcxtOrder) => BigInt(required(textIn(info, idField), 'id of an order'));
  return orders.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
}

/**
 * Returns undefined for orders that are never ours: in markets without a name here, or with sizes
 * in the quote.
 */
function marketOf({ info }: CcxtOrder, marketType: MarketType): Market | undefined {
  const symbol = fromInstId(textIn(info, 'instId') ?? '');
  if (!symbol || !toVenueInstrument(symbol) || isInQuote(info)) return undefined;
  return { symbol, marketType };
}
