/*
 * The orders that the exchanges take, copied from the document (Trading §4.1) and not from the
 * product: a mistake in the product's own tables shows here.
 */

export type Side = 'buy' | 'sell';
export type OrderType = (typeof everyType)[number];

export const everyType = [
  'market',
  'limit',
  'stop_loss',
  'take_profit',
  'stop_loss_limit',
  'take_profit_limit',
  'trailing_stop',
  'oco',
] as const;

/** One class of an exchange's markets. */
export interface MatrixCell {
  readonly marketType: 'spot' | 'swap';
  readonly symbol: string;
  readonly types: readonly OrderType[];
  readonly hasReduceOnly: boolean;
  readonly hasPostOnly: boolean;
  readonly hasFok: boolean;
  /** Says whether a stop that the market has passed already triggers at once, or is refused. */
  readonly passedStop: 'triggers' | 'refused';
  /**
   * True when the answer to an order contains its fills and their cost. Elsewhere fills are read
   * after the answer, and a resting order is reported as unfilled; paper accounts know them at
   * once.
   */
  readonly answersWithFills: boolean;
  /**
   * Order types that the exchange attaches to an open position, one at most; a paper account has no
   * such attachment.
   */
  readonly ofPosition: readonly OrderType[];
}

export interface MatrixRow {
  readonly venue: string;
  readonly cells: readonly MatrixCell[];
}

/** The first column of the matrix; its `stop_limit` is both of the `_limit` types. */
const basic: readonly OrderType[] = everyType.slice(0, 6);

const cell: Omit<MatrixCell, 'marketType' | 'symbol'> = {
  types: basic,
  hasReduceOnly: false,
  hasPostOnly: true,
  hasFok: true,
  passedStop: 'refused',
  answersWithFills: true,
  ofPosition: [],
};
const spot = { ...cell, marketType: 'spot', symbol: 'BTC/USDT' } as const;
const swap = {
  ...cell,
  marketType: 'swap',
  symbol: 'BTC/USDT:USDT',
  hasReduceOnly: true,
} as const;
const trailing = { types: [...basic, 'trailing_stop'] } as const;
const oco = { types: [...basic, 'oco'] } as const;

export const matrix: readonly MatrixRow[] = [
  {
    venue: 'binance',
    cells: [
      { ...spot, ...oco },
      { ...swap, ...trailing },
    ],
  },
  { venue: 'bybit', cells: [spot, { ...swap, ...trailing, ofPosition: ['trailing_stop'] }] },
  { venue: 'gateio', cells: [{ ...spot, hasPostOnly: false }, swap] },
  {
    venue: 'kraken',
    cells: [
      { ...spot, symbol: 'BTC/USD', passedStop: 'triggers' },
      { ...swap, symbol: 'BTC/USD:USD' },
    ],
  },
  {
    venue: 'okx',
    cells: [
      { ...spot, ...oco },
      { ...swap, ...trailing },
    ],
  },
  // Its own documents have Gtc, Ioc and Alo, but no fill-or-kill.
  {
    venue: 'hyperliquid',
    cells: [{ ...swap, symbol: 'BTC/USDC:USDC', hasFok: false, answersWithFills: false }],
  },
];
