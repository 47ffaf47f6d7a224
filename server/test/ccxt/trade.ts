import { BaseError, type Exchange, type Order } from 'ccxt';

/** The trade, and the parameters that the class needs. */
interface Plan {
  readonly symbol: string;
  readonly amount: number;
  /** Wallet to look at, if there are several. */
  readonly wallet?: object;
  /** Some classes calculate the cost or the worst price of a market order from a price. */
  readonly isMarketPriced?: boolean;
}

/** Does what a small trader does in a market, and prints it as one line of JSON. */
export async function trade(exchange: Exchange, plan: Plan): Promise<void> {
  const { symbol } = plan;
  await exchange.loadMarkets();
  const before = await moneyOf(exchange, plan);
  const book = await exchange.fetchOrderBook(symbol);
  const [[bid = 0] = []] = book.bids;
  const [[ask = 0] = []] = book.asks;
  const told = {
    symbol,
    before,
    bid,
    ask,
    rested: await restAndCancel(exchange, plan, bid * 0.9),
    refusedAs: await overreach(exchange, plan, bid * 0.9),
    took: await take(exchange, plan, ask),
    after: await moneyOf(exchange, plan),
    positions: await positionsOf(exchange, symbol),
    watched: await watchedOf(exchange, symbol),
  };
  process.stdout.write(`${JSON.stringify(told)}\n`);
}

async function restAndCancel(exchange: Exchange, { symbol, amount }: Plan, price: number) {
  const exact = Number(exchange.priceToPrecision(symbol, price));
  const { id = '' } = await exchange.createOrder(symbol, 'limit', 'buy', amount, exact);
  const open = await exchange.fetchOpenOrders(symbol);
  await exchange.cancelOrder(id, symbol);
  const left = await exchange.fetchOpenOrders(symbol);
  const isOurs = open.length === 1 && open[0]?.id === id;
  const ended = await exchange.fetchOrder(id, symbol);
  return { isOurs, price: exact, left: left.length, ...shortly(ended) };
}

/** Orders far more than the money is enough for; returns ccxt's name of the refusal. */
async function overreach(exchange: Exchange, { symbol, amount }: Plan, price: number) {
  const exact = Number(exchange.priceToPrecision(symbol, price));
  try {
    await exchange.createOrder(symbol, 'limit', 'buy', amount * 10_000, exact);
    return undefined;
  } catch (error) {
    if (error instanceof BaseError) return error.name;
    throw error;
  }
}

async function take(exchange: Exchange, plan: Plan, ask: number) {
  const { symbol, amount, isMarketPriced = false } = plan;
  const price = isMarketPriced ? ask : undefined;
  const { id = '' } = await exchange.createOrder(symbol, 'market', 'buy', amount, price);
  const order = await exchange.fetchOrder(id, symbol);
  const trades = await exchange.fetchMyTrades(symbol);
  const own = trades.filter((each) => each.order === id);
  return {
    ...shortly(order),
    trades: own.map((each) => ({ side: each.side, price: each.price, amount: each.amount })),
  };
}

function shortly({ status, filled }: Order) {
  return { status, filled };
}

async function moneyOf(exchange: Exchange, { symbol, wallet = {} }: Plan): Promise<number> {
  const { quote, settle = quote } = exchange.market(symbol);
  const balance = await exchange.fetchBalance(wallet);
  return balance[settle]?.total ?? 0;
}

async function positionsOf(exchange: Exchange, symbol: string) {
  if (exchange.market(symbol).contract !== true) return [];
  const positions = await exchange.fetchPositions([symbol]);
  return positions.map(({ side, contracts }) => ({ side, contracts }));
}

async function watchedOf(exchange: Exchange, symbol: string) {
  const { bids, asks } = await exchange.watchOrderBook(symbol);
  await exchange.close();
  return [bids[0]?.[0], asks[0]?.[0]];
}
