import { amountText } from '@windlass/matching';
import type { Market } from '../exchange/market.ts';
import { open, type PublicCall, type Routes, wallet } from './call.ts';
import { refusals } from './errors.ts';
import { feeGroupOf } from './fees.ts';
import { instrumentAnswer } from './instruments.ts';
import { levelTexts } from './levels.ts';
import { instTypeOf, instTypeWords } from './traits.ts';

/** Maximum number of levels of a book. */
const levelsMax = 400;

/** Public routes. */
export const publicRoutes: Routes = {
  'GET /api/v5/public/time': open(({ exchange }) => [{ ts: String(exchange.now()) }]),
  'GET /api/v5/public/instruments': open((call) => instruments(call)),
  'GET /api/v5/public/mark-price': open((call) => listed(call).map((each) => mark(call, each))),
  'GET /api/v5/market/tickers': open((call) => listed(call).map((each) => ticker(call, each))),
  'GET /api/v5/market/ticker': open((call) => {
    call.fields.required('instId');
    return [ticker(call, call.market())];
  }),
  'GET /api/v5/market/books': open(book),
};

/** Returns the markets of the requested kind. */
function listed({ exchange, fields, ...call }: PublicCall): readonly Market[] {
  fields.required('instType');
  const instType = fields.word('instType', [...instTypeWords, 'MARGIN', 'OPTION']);
  const one = call.optionalMarket();
  return exchange
    .markets(wallet)
    .filter((market) => instTypeOf(market.definition) === instType)
    .filter((market) => one === undefined || market === one);
}

function instruments(call: PublicCall): readonly object[] {
  return listed(call).map((each) => instrumentAnswer(each, feeGroupOf(call.exchange, each)));
}

type Named = Readonly<Record<'instType' | 'instId', string>>;

function nameOf({ id, definition }: Market): Named {
  return { instType: instTypeOf(definition), instId: id };
}

/** Returns a ticker in which only the prices move: a simulated day has no volume. */
function ticker({ exchange }: PublicCall, market: Market): object {
  const { bids, asks } = exchange.prices.depth(market, 1);
  const [[bid], [ask]] = [bids, asks];
  const last = amountText(exchange.prices.lastPrice(market) ?? 0n);
  return {
    ...nameOf(market),
    last,
    lastSz: '0',
    bidPx: amountText(bid?.price ?? 0n),
    bidSz: amountText(bid?.quantity ?? 0n),
    askPx: amountText(ask?.price ?? 0n),
    askSz: amountText(ask?.quantity ?? 0n),
    open24h: last,
    high24h: last,
    low24h: last,
    sodUtc0: last,
    sodUtc8: last,
    vol24h: '0',
    volCcy24h: '0',
    ts: String(exchange.now()),
  };
}

function mark({ exchange }: PublicCall, market: Market): object {
  const markPx = amountText(exchange.prices.markPrice(market) ?? 0n);
  return { ...nameOf(market), markPx, ts: String(exchange.now()) };
}

function book({ exchange, fields, ...call }: PublicCall): readonly object[] {
  fields.required('instId');
  const market = call.market();
  const size = fields.whole('sz') ?? 1;
  if (size < 1 || size > levelsMax) throw refusals.wrong('sz');
  const { sequence, bids, asks } = exchange.prices.depth(market, size);
  const ts = String(exchange.now());
  return [{ asks: levelTexts(asks), bids: levelTexts(bids), ts, seqId: sequence }];
}
