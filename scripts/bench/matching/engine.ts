import {
  type BookLevel,
  type Command,
  createEngine,
  type Engine,
  type InstrumentRules,
  parseAmount,
} from '../../../matching/src/index.ts';

const spotRules: InstrumentRules = {
  symbol: 'BTC/USDT',
  kind: 'spot',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.1',
  lotSize: '0.001',
  minQuantity: '0.001',
  minNotional: '5',
  makerFeePpm: 200,
  takerFeePpm: 500,
  spotFeeAsset: 'quote',
  orderTypes: ['market', 'limit', 'stop_loss', 'trailing_stop'],
  timeInForce: ['GTC', 'IOC', 'FOK', 'POST_ONLY'],
  triggerSource: 'mid',
};

export const rulesOf: Readonly<Record<'spot' | 'swap', InstrumentRules>> = {
  spot: spotRules,
  swap: { ...spotRules, symbol: 'BTC/USDT:USDT', kind: 'swap', settle: 'USDT' },
};

export type Kind = keyof typeof rulesOf;

/** An engine with a book around 60,000 that moves by a tick and back. */
export interface BenchEngine {
  readonly engine: Engine;
  readonly symbol: string;
  /** Returns the next id, so that none is used twice. */
  next(): string;
  apply(command: Bare<Command>): void;
  showBook(): void;
}

type Bare<T> = T extends unknown ? Omit<T, 'at'> : never;

const accountId = 'desk';
const midTicks = 600_000;
/** Number of levels that a paper account sees. */
const levelsASide = 50;

export function openBenchEngine(kind: Kind): BenchEngine {
  const engine = createEngine('feed');
  const rules = rulesOf[kind];
  const { symbol } = rules;
  let [at, ids, books] = [0, 0, 0];
  const bench: BenchEngine = {
    engine,
    symbol,
    next() {
      ids += 1;
      return `order-${ids}`;
    },
    apply(command) {
      at += 1;
      engine.apply({ ...command, at } as Command);
    },
    showBook() {
      books += 1;
      const [mid, lots] = [midTicks + (books % 2), 1_000_000 + books];
      const side = (sign: 1 | -1) =>
        Array.from({ length: levelsASide }, (_, i): BookLevel => [mid + sign * (i + 1), lots]);
      bench.apply({ type: 'book', symbol, bids: side(-1), asks: side(1) });
    },
  };
  bench.apply({ type: 'define', rules });
  bench.apply({ type: 'openAccount', accountId });
  for (const asset of ['USDT', 'BTC']) {
    const amount = parseAmount('1000000000') ?? 0n;
    bench.apply({ type: 'deposit', accountId, asset, amount });
  }
  bench.showBook();
  return bench;
}

/** Places a market order and forgets it, as a paper account does with stored orders. */
export function trade(bench: BenchEngine, side: 'buy' | 'sell', quantity = '0.01'): void {
  const orderId = bench.next();
  const { symbol } = bench;
  const order = { orderId, accountId, symbol, side, type: 'market', quantity } as const;
  bench.apply({ type: 'submit', order });
  bench.apply({ type: 'forget', accountId, orderId });
}

/** Places an order that rests so many ticks above the mid; returns its id, to cancel it. */
export function offer(bench: BenchEngine, ticksAbove: number): string {
  const orderId = bench.next();
  const price = ((midTicks + ticksAbove) / 10).toFixed(1);
  const request = {
    orderId,
    accountId,
    symbol: bench.symbol,
    side: 'sell',
    type: 'limit',
  } as const;
  bench.apply({ type: 'submit', order: { ...request, price, quantity: '0.01' } });
  return orderId;
}

/** Places an order that waits so many ticks below the mid. */
export function protect(bench: BenchEngine, ticksBelow: number): void {
  const stopPrice = ((midTicks - ticksBelow) / 10).toFixed(1);
  const request = { orderId: bench.next(), accountId, symbol: bench.symbol, side: 'sell' } as const;
  const order = { ...request, type: 'stop_loss', stopPrice, quantity: '0.01' } as const;
  bench.apply({ type: 'submit', order });
}

export function cancel(bench: BenchEngine, orderId: string): void {
  bench.apply({ type: 'cancel', accountId, orderId });
  bench.apply({ type: 'forget', accountId, orderId });
}
