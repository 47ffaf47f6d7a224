import { addExact, exactly, formatExact } from '../../../../../kit/exact.ts';
import { symbolParts } from '../../../../model/symbol.ts';
import { type Fields, isFields } from '../../../shared/json.ts';
import type { DialectCall, FillsOfSymbols } from '../../../shared/live/dialect.ts';
import { required, sideOf, textOf } from '../../../shared/live/shapes.ts';
import { NoAnswerError } from '../../../shared/live/tradeHttp.ts';
import { valueAt } from '../../../shared/wireFields.ts';
import type { VenueFill } from '../../../venuePort.ts';
import { type TradesHistory, tradesById, tradesHistory } from './endpoints.ts';

type Symbol = VenueFill['symbol'];

/** Maximum number of ids in one request of QueryTrades. */
const idsMax = 20;

/** Returns the trades themselves, as an order names only their ids. */
export async function readTrades(
  { client }: DialectCall,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Fields>> {
  const trades = new Map<string, Fields>();
  for (let from = 0; from < ids.length; from += idsMax) {
    const txid = ids.slice(from, from + idsMax).join(',');
    const answer = await tradesById(client, { txid });
    for (const [id, trade] of rowsOf(valueAt(answer, 'result'))) trades.set(id, trade);
  }
  return trades;
}

export interface SpotTrade {
  readonly id: string;
  readonly trade: Fields;
  readonly symbol: Symbol;
  readonly clientId: string | undefined;
}

/** Decimals in which the venue keeps its money, from its list of assets; at least 8 for coins. */
const moneyDecimals: Readonly<Record<string, number>> = {
  USD: 4,
  EUR: 4,
  GBP: 4,
  CAD: 4,
  AUD: 4,
  CHF: 4,
  JPY: 2,
};
const coinDecimals = 8;

/**
 * Value and fee are kept with the decimals of the quote, each rounded by less than one unit of the
 * last decimal. The fee has as many decimals as its text: with fewer, the rest is not known.
 */
function roundingOf(quote: string, fee: string): string {
  const kept = moneyDecimals[quote] ?? coinDecimals;
  const unit = (scale: number) => ({ digits: 1n, scale });
  const { scale: told } = exactly(fee);
  return formatExact(addExact(unit(kept), unit(Math.min(kept, told))));
}

/** The fee is in the quote, as our orders request. */
export function spotFillOf({ id, trade, symbol, clientId }: SpotTrade): VenueFill {
  const { quote } = symbolParts(symbol);
  const fee = String(trade.fee ?? 0);
  return {
    venueTradeId: id,
    venueOrderId: String(required(trade.ordertxid, 'order of a trade')),
    clientId,
    symbol,
    marketType: 'spot',
    side: sideOf(String(trade.type)),
    price: Number(required(trade.price, 'price of a trade')),
    quantity: textOf(String(required(trade.vol, 'quantity of a trade'))),
    fee: textOf(fee),
    feeAsset: quote,
    liquidity: trade.maker === true ? 'maker' : 'taker',
    atMs: Math.round(Number(required(trade.time, 'time of a trade')) * 1_000),
    quoteRounding: roundingOf(quote, fee),
  };
}

type FillQuery = Omit<FillsOfSymbols, 'marketType'>;

/** Number of trades in one answer of TradesHistory. */
const pageLength = 50;
/** A page costs two of the twenty calls that the venue allows at once. */
const pagesMax = 20;

/**
 * Returns fills of some symbols, oldest first. The venue lists the newest trades of all its markets
 * first, so that the pages are read from the last one on.
 */
export async function spotFills(call: DialectCall, query: FillQuery): Promise<VenueFill[]> {
  // The start itself is left out, and counted in seconds.
  const start = Math.floor(query.sinceMs / 1_000) - 1;
  const first = await page(call, { start, end: undefined, ofs: 0 });
  if (first.count <= pageLength) return chosen(call, first.rows, query);
  const end = Math.ceil(Math.max(...first.rows.map(([, { time }]) => Number(time))));
  const rows: Row[] = [];
  let ofs = first.count;
  for (let read = 0; ofs > pageLength; read += 1) {
    if (read >= pagesMax) throw new NoAnswerError('The exchange lists too many trades to read.');
    ofs = Math.max(0, ofs - pageLength);
    const { count, rows: more } = await page(call, { start, end, ofs });
    // Each new trade moves all others, so the content of each page would be a guess.
    if (count !== first.count) throw new NoAnswerError('Trades came in while they were read.');
    rows.push(...more);
    const fills = chosen(call, rows, query);
    if (fills.length >= query.limit) return fills;
  }
  // The first answer is the last page: the number of trades was the same each time.
  return chosen(call, [...rows, ...first.rows], query);
}

type Row = readonly [id: string, trade: Fields];

type Span = Pick<TradesHistory, 'start' | 'end' | 'ofs'>;

interface Page {
  readonly count: number;
  readonly rows: readonly Row[];
}

async function page({ client }: DialectCall, span: Span) {
  const answer = await tradesHistory(client, {
    start: span.start,
    end: span.end,
    ofs: span.ofs,
    consolidate_taker: 'false',
  });
  const rows = rowsOf(valueAt(answer, 'result', 'trades'));
  const count = Number(required(valueAt(answer, 'result', 'count'), 'count of trades'));
  return { count, rows } satisfies Page;
}

function chosen(
  { client, links }: DialectCall,
  rows: readonly Row[],
  { symbol: first, also = [], sinceMs, limit }: FillQuery,
): VenueFill[] {
  const symbols = new Map<unknown, Symbol>();
  for (const symbol of [first, ...also]) {
    const { id, info } = client.market(symbol);
    for (const name of [id, info.altname, info.wsname]) symbols.set(name, symbol);
  }
  return [...new Map(rows)]
    .flatMap(([id, trade]) => {
      const symbol = symbols.get(trade.pair);
      const clientId = links.get(String(trade.ordertxid))?.clientId;
      return symbol ? [spotFillOf({ id, trade, symbol, clientId })] : [];
    })
    .filter(({ atMs }) => atMs >= sinceMs)
    .sort((a, b) => a.atMs - b.atMs)
    .slice(0, limit);
}

function rowsOf(list: unknown): Row[] {
  if (!isFields(list)) throw new NoAnswerError('The exchange returned no list of trades.');
  return Object.entries(list).flatMap(([id, trade]) => (isFields(trade) ? [[id, trade]] : []));
}
