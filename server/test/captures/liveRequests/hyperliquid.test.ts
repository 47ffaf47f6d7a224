import { Secret } from '../../../src/kit/secret.ts';
import type { OrderType } from '../../../src/trading/model/order.ts';
import { parseSymbol, symbolParts } from '../../../src/trading/model/symbol.ts';
import { hyperliquidDialect } from '../../../src/trading/venues/hyperliquid/trading/dialect.ts';
import { isFields } from '../../../src/trading/venues/shared/json.ts';
import type { DialectCall } from '../../../src/trading/venues/shared/live/dialect.ts';
import {
  type Attempt,
  type RecordedCase,
  runRecordedRequests,
} from '../../support/ccxt/recordedRequests.ts';

const market = (coin: string, baseId: string, amountStep: number) => ({
  id: baseId,
  symbol: `${coin}/USDC:USDC`,
  baseId,
  amountStep,
  info: { name: coin },
});

runRecordedRequests({
  folder: 'hyperliquid',
  dialect: hyperliquidDialect,
  markets: [market('BTC', '0', 1e-5), market('SOL', '5', 0.01), market('MEME', '75', 1)],
  credentials: {
    walletAddress: new Secret(`0x${'1'.repeat(40)}`),
    privateKey: new Secret('2'.repeat(64)),
  },
  methods: [
    'createOrder',
    'cancelOrder',
    'cancelOrdersForSymbols',
    'fetchOrder',
    'fetchOpenOrders',
    'fetchMyTrades',
    'fetchBalance',
  ],
  // The account's owner, the signature, and the time until which it is valid.
  ownFields: ['user', 'signature', 'expiresAfter'],
  plain,
  translate,
});

/** Returns the fields without the fee for ccxt, which is never paid, and without our client id. */
function plain(fields: object): object {
  const { action, ...rest } = fields as { readonly action?: unknown };
  if (!isFields(action) || action.type !== 'order') return fields;
  const { builder: _builder, ...own } = action;
  const orders = own.orders as readonly { readonly c?: string }[];
  return { ...rest, action: { ...own, orders: orders.map(({ c: _c, ...order }) => order) } };
}

type Params = Readonly<Record<string, unknown>>;

function translate(recorded: RecordedCase): Attempt | string {
  const { method, input } = recorded;
  const params = input.find((each): each is Params => isFields(each)) ?? {};
  if ('vaultAddress' in params || 'subAccountAddress' in params) {
    return 'the product trades no vaults and no accounts below an account';
  }
  switch (method) {
    case 'createOrder':
      return created(recorded, params);
    case 'cancelOrdersForSymbols':
      return cancelled(input);
    case 'fetchOrder':
      return (dialect, call) => dialect.lookup(call, refOf(String(input[0])));
    case 'fetchOpenOrders':
      return 'the product trades nothing of the builders’ own exchanges';
    case 'fetchMyTrades':
      return 'the product asks for executions from a time on, always';
    case 'fetchBalance':
      return (dialect, call) => dialect.balances(answering(call, 'disabled'), 'swap');
    default:
      return 'we name orders by our client id, and never by the id of the exchange';
  }
}

function created({ input }: RecordedCase, params: Params): Attempt | string {
  const [name, kind, side, amount, price] = input;
  const symbol = parseSymbol(String(name));
  if (!symbol) return 'the product trades nothing of the builders’ own exchanges';
  if (symbolParts(symbol).settle === undefined) return 'the product trades no spot there';
  if ('stopLoss' in params) return 'no order of ours brings others with it';
  const stop = params.triggerPrice ?? params.stopLossPrice;
  const type: OrderType = stop !== undefined ? 'stop_loss' : kind === 'limit' ? 'limit' : 'market';
  return (dialect, call) =>
    dialect.submit(answering(call, { [symbolParts(symbol).base]: String(price) }), {
      clientId: 'c'.repeat(32),
      symbol,
      marketType: 'swap',
      type,
      side: side === 'sell' ? 'sell' : 'buy',
      quantity: String(amount),
      price: type === 'limit' ? String(price) : undefined,
      stopPrice: stop === undefined ? undefined : String(stop),
      trailingDelta: undefined,
      timeInForce: 'GTC',
      reduceOnly: params.reduceOnly === true,
    });
}

function cancelled([orders]: readonly unknown[]): Attempt | string {
  const [order] = orders as readonly Params[];
  return (dialect, call) => dialect.cancel(call, refOf(String(order?.clientOrderId)));
}

function refOf(cloid: string) {
  const symbol = parseSymbol('SOL/USDC:USDC');
  if (!symbol) throw new Error('there is SOL');
  const clientId = cloid.replace('0x', '');
  return { clientId, venueOrderId: undefined, symbol, marketType: 'swap' } as const;
}

/** Returns the first answer of a call that requests something else before. */
function answering(call: DialectCall, first: unknown): DialectCall {
  const request: typeof call.client.request = (...asked) =>
    asked[0] === 'info' ? Promise.resolve(first) : call.client.request(...asked);
  return { ...call, client: Object.assign(Object.create(call.client), { request }) };
}
