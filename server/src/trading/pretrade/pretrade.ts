import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import type { Ids } from '../../kit/ids.ts';
import { type Accounts, requireAccounts } from '../accounts/index.ts';
import { type NamedMarket, requireNotInverse, type WorldOf } from '../execution/index.ts';
import { marketTypeOf } from '../model/order.ts';
import { type InstrumentSymbol, parseSymbol, symbolParts } from '../model/symbol.ts';
import type { ReadyBooks } from '../orderbook/index.ts';
import { analyse, failedSummary } from './analyse.ts';
import { accountFacts, type FactsDeps } from './facts.ts';
import { liquidityOf } from './liquidity.ts';
import { marketAccessOf, type OpenMarketAccess, requireKnownMarkets } from './marketAccess.ts';
import { eligibleBooks, viewOf } from './marketView.ts';
import type { AnalysisDraft, MarketView, Pretrade, Validation } from './types.ts';
import { validateOrder, withoutBooks, withoutMarket } from './validation.ts';
import { createMidVolatility, type MidVolatility } from './volatility.ts';
import type { MeasuredOrder } from './worth.ts';

export interface PretradeDeps extends FactsDeps {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly worldOf: WorldOf<'markets' | 'orderbook' | 'books'>;
  /** Returns USD of one unit of an asset. Throws PRICES_UNAVAILABLE when it is not known. */
  readonly usd: (asset: string) => Promise<number>;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Estimates the cost of an order before it is sent (Trading §4.5). Stores and sends nothing. */
export function createPretrade(deps: PretradeDeps): Pretrade {
  const { clock, ids } = deps;
  const volatilityIn = createVolatilities(clock);
  const production = deps.worldOf([]);
  volatilityIn(production);
  return {
    async analyze(draft) {
      const { symbol, side, quantity, withScenarios } = draft;
      const { validation, market, world } = await inspect(deps, draft);
      const known = { requestId: ids.uuid(), atMs: clock.now(), symbol, side, quantity };
      if (!validation.passed || !market) {
        const summary = failedSummary(validation);
        return { ...known, validation, market: undefined, summary };
      }
      const adv = world.markets.advUsd(market.symbol);
      const view = viewOf(market.symbol, market.books, {
        quoteUsd: market.quoteUsd,
        advUsd: adv?.usd,
        isAdvComplete: adv?.isComplete ?? false,
        dailyVolatilityBps: volatilityIn(world).dailyBps(market.symbol),
      });
      const analysis = analyse(view, draft, withScenarios);
      return { ...known, validation, market: { view, analysis }, summary: analysis.summary };
    },
    async validate(draft) {
      const order = { ...draft, type: 'market', limitPrice: undefined } as const;
      return (await inspect(deps, order)).validation;
    },
    liquidity: async (symbol) => liquidityOf({ ...deps, ...production }, requireSymbol(symbol)),
  };
}

type PretradeWorld = ReturnType<PretradeDeps['worldOf']>;

/** Measures how much the mids of each environment move, from the first request for it on. */
function createVolatilities(clock: Clock) {
  const known = new Map<PretradeWorld['orderbook'], MidVolatility>();
  return ({ orderbook }: PretradeWorld): MidVolatility => {
    const found = known.get(orderbook);
    if (found) return found;
    const volatility = createMidVolatility({ clock });
    known.set(orderbook, volatility);
    orderbook.onChange((book) => {
      const mid = book.flagged === undefined ? book.midPrice() : undefined;
      if (mid !== undefined) volatility.note(book.symbol, mid, book.venue);
    });
    return volatility;
  };
}

interface Inspected {
  readonly world: PretradeWorld;
  readonly validation: Validation;
  /** Undefined when the market has no usable book. */
  readonly market: Pick<MarketView, 'symbol' | 'books' | 'quoteUsd'> | undefined;
}

type InspectedOrder = MeasuredOrder & Pick<AnalysisDraft, 'symbol' | 'accountIds'>;

async function inspect(deps: PretradeDeps, order: InspectedOrder): Promise<Inspected> {
  const symbol = requireSymbol(order.symbol);
  const named = { symbol, marketType: marketTypeOf(symbol) };
  const accounts = await requireAccounts(deps.accounts, order.accountIds);
  requireNotInverse(
    accounts.map(({ venue }) => venue),
    symbol,
  );
  const world = deps.worldOf(accounts);
  await world.markets.prepare();
  const standings = accounts.map((account) => marketAccessOf(world.markets, account, named));
  const open = standings.filter((each) => each.isOpen);
  if (open.length === 0) {
    requireKnownMarkets(standings);
    return { world, validation: withoutMarket(symbol, standings), market: undefined };
  }
  const found = await gather(deps, { named, open, order, books: world.books });
  const { books, withoutBook, quoteUsd } = found;
  if (books.length === 0) {
    return { world, validation: withoutBooks(symbol, standings, withoutBook), market: undefined };
  }
  const validation = validateOrder({ symbol, order, standings, ...found });
  return { world, validation, market: { symbol, books, quoteUsd } };
}

interface Wanted {
  readonly named: NamedMarket;
  readonly open: readonly OpenMarketAccess[];
  readonly order: InspectedOrder;
  readonly books: ReadyBooks;
}

/** Reads all external data, each item once and all at once. */
async function gather(deps: PretradeDeps, { named, open, order, books: shelf }: Wanted) {
  const { symbol } = named;
  const { side } = order;
  const { quote, settle = quote } = symbolParts(symbol);
  const able = open.filter(({ account }) => !account.halted);
  // Without an account that may trade, the order is still valued, to report the other problems.
  const looked = able.length > 0 ? able : open;
  const venues = [...new Set(looked.map(({ account }) => account.venue))];
  const [facts, all, quoteUsd, settleUsd] = await Promise.all([
    Promise.all(open.map((each) => accountFacts(deps, each, { named, side }))),
    shelf.ready(symbol, venues),
    deps.usd(quote),
    deps.usd(settle),
  ]);
  const sharing = facts.filter(({ account }) => able.length === 0 || !account.halted);
  const books = eligibleBooks(all, sharing, side);
  const shown = new Set(books.map(({ venue }) => venue));
  const withoutBook = venues.filter((venue) => !shown.has(venue));
  return { facts, books, withoutBook, quoteUsd, settleUsd };
}

function requireSymbol(text: string): InstrumentSymbol {
  const symbol = parseSymbol(text);
  if (symbol) return symbol;
  const message = 'symbol must be like BTC/USDT, or BTC/USDT:USDT for a perpetual';
  const issues = [{ field: 'symbol', message, value: text }];
  throw new AppError('VALIDATION_FAILED', { issues });
}
