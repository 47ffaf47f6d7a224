import type { Market } from '../../exchange/market.ts';
import type { EnteredOrder, PlaceRefusal } from '../../exchange/orderEntry.ts';
import type { Call, PublicCall } from '../call.ts';
import { textOf } from '../clientText.ts';
import { notSimulated, Refusal, refusals } from '../errors.ts';
import { amountOf, type Parameters } from '../parameters.ts';

const forces = { gtc: 'GTC', ioc: 'IOC', fok: 'FOK', poc: 'POST_ONLY' } as const;
type Force = keyof typeof forces;
const forceWords = Object.keys(forces) as Force[];
/** More contracts than any client asks for. */
const sizeMax = 1_000_000_000;

export function contractOf({ exchange, wallet }: PublicCall, id: string): Market {
  const market = exchange.market(wallet, id);
  if (!market) throw refusals.noContract(id);
  return market;
}

/** The fields that plain orders and price-triggered orders share. */
export interface Terms {
  readonly market: Market;
  readonly side: 'buy' | 'sell';
  /** In contracts. */
  readonly quantity: string;
  /** Undefined for a market order. */
  readonly price: string | undefined;
  readonly force: Force;
  readonly reduceOnly: boolean;
}

export function termsOf(call: PublicCall, body: Parameters): Terms {
  const market = contractOf(call, body.required('contract'));
  const size = body.whole('size', { least: -sizeMax, most: sizeMax });
  if (size === undefined) throw refusals.missing('size');
  refuseUnknown(body, size);
  const quantity = String(Math.abs(size));
  const force = body.word('tif', forceWords) ?? 'gtc';
  const said = body.decimal('price');
  // A price of zero makes a market order, which ends at once.
  if (said === undefined) throw refusals.badArgument('argument: #4');
  const isMarket = amountOf(said) === 0n;
  if (isMarket && force !== 'ioc' && force !== 'fok') throw refusals.badArgument('tif');
  const { minLots, lot } = market.instrument;
  if (!isMarket && amountOf(said) % market.steps.tick !== 0n) throw refusals.badArgument('price');
  if (amountOf(quantity) < BigInt(minLots) * lot) {
    throw new Refusal('SIZE_TOO_SMALL', `size ${size}`, { field: 'detail' });
  }
  return {
    market,
    quantity,
    force,
    side: size > 0 ? 'buy' : 'sell',
    price: isMarket ? undefined : said,
    reduceOnly: body.flag('reduce_only'),
  };
}

function refuseUnknown(body: Parameters, size: number): void {
  if (size === 0 || body.flag('close')) throw notSimulated('close');
  for (const name of ['auto_size', 'stp_act', 'action_mode', 'market_order_slip_ratio']) {
    if (body.has(name)) throw notSimulated(name);
  }
  if (body.has('iceberg') && body.text('iceberg') !== '0') throw notSimulated('iceberg');
}

/** Understands an order, or refuses it in the exchange's words. */
export function parseOrder(call: Call): EnteredOrder {
  const body = call.body();
  const { market, side, quantity, price, force, reduceOnly } = termsOf(call, body);
  return {
    account: call.account,
    market,
    side,
    quantity,
    reduceOnly,
    clientOrderId: textOf(body),
    timeInForce: forces[force],
    ...(price === undefined ? { type: 'market' } : { type: 'limit', price }),
    words: { force },
  };
}

const detailed = { field: 'detail' } as const;

/** Returns the engine's refusal in the exchange's words. */
export function contractRefusal({ exchange }: Call, asked: EnteredOrder, reason: PlaceRefusal) {
  const { account, market, price = '' } = asked;
  switch (reason) {
    case 'INSUFFICIENT_BALANCE':
      return new Refusal('INSUFFICIENT_AVAILABLE', 'balance not enough', detailed);
    case 'WOULD_TAKE': {
      const { asks, bids } = exchange.prices.depth(market, 1);
      const [best] = asked.side === 'buy' ? asks : bids;
      const counter = Number(best?.price ?? 0n) / 1e18;
      const text = `order price ${price} while counter price ${counter}`;
      return new Refusal('ORDER_POC_IMMEDIATE', text, detailed);
    }
    case 'CANNOT_FILL_ALL':
      return new Refusal('ORDER_FOK', 'killed for fok', detailed);
    case 'NO_LIQUIDITY':
      return new Refusal('CONTRACT_NO_COUNTER', 'no counter order', detailed);
    case 'REDUCE_ONLY_NOTHING': {
      const isHeld = (exchange.accounts.position(account, market)?.lots ?? 0) !== 0;
      return isHeld
        ? new Refusal('INCREASE_POSITION', 'order would increase position', detailed)
        : new Refusal('POSITION_EMPTY', 'empty position', detailed);
    }
    case 'ABOVE_MAXIMUM':
      return new Refusal('SIZE_TOO_LARGE', `size ${asked.quantity}`, detailed);
    case 'TOO_MANY_ORDERS':
      return new Refusal('TOO_MANY_ORDERS', 'too many open orders', detailed);
    default:
      return refusals.unknown();
  }
}
