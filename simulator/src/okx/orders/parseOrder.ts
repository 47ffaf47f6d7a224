import { amountText, type TimeInForce } from '@windlass/matching';
import type { Market } from '../../exchange/market.ts';
import type { EnteredOrder } from '../../exchange/orderEntry.ts';
import type { Call } from '../call.ts';
import { notSimulated, Refusal, refusals } from '../errors.ts';
import { amountOf } from '../fields.ts';
import { clientIdOf, commonOf, isInQuote, priceOf, sizeOf } from './checks.ts';

const forces: Readonly<Record<string, TimeInForce>> = {
  limit: 'GTC',
  post_only: 'POST_ONLY',
  fok: 'FOK',
  ioc: 'IOC',
  market: 'GTC',
  optimal_limit_ioc: 'IOC',
};
/** Types of market makers and auctions, which are not simulated. */
const unknownTypes = ['mmp', 'mmp_and_post_only', 'elp', 'rpi', 'op_fok'];

/** Understands an order for the book, or refuses it in the exchange's words. */
export function parsePlain(call: Call): EnteredOrder {
  const { fields } = call;
  const { account, market, side, isSpot, reduceOnly, tdMode } = commonOf(call);
  const ordType = fields.required('ordType');
  if (unknownTypes.includes(ordType)) throw notSimulated(`ordType ${ordType}`);
  const timeInForce = forces[ordType];
  const isOptimal = ordType === 'optimal_limit_ioc';
  if (timeInForce === undefined || (isOptimal && isSpot)) throw refusals.wrong('ordType');
  const clientOrderId = clientIdOf(fields, 'clOrdId');
  const shared = {
    account,
    market,
    side,
    reduceOnly,
    ...(clientOrderId !== undefined && { clientOrderId }),
  };
  const words = { ordType, tdMode, tag: fields.text('tag') ?? '' };
  if (ordType !== 'market' && !isOptimal) {
    const price = priceOf(fields, market, 'px');
    if (price === undefined) {
      throw new Refusal('51204', 'The price for the limit order cannot be empty.');
    }
    return {
      ...shared,
      type: 'limit',
      timeInForce,
      price,
      quantity: sizeOf(fields, market),
      words,
    };
  }
  const tgtCcy = fields.text('tgtCcy') ?? '';
  if (!isSpot || !isInQuote(fields, side)) {
    return {
      ...shared,
      type: 'market',
      quantity: sizeOf(fields, market),
      words: { ...words, tgtCcy },
    };
  }
  const quote = fields.decimal('sz') ?? fields.required('sz');
  const quantity = forQuote(call, market, { quote, side });
  return {
    ...shared,
    type: 'market',
    quantity,
    words: { ...words, tgtCcy: 'quote_ccy', sz: quote },
  };
}

/**
 * Returns the quantity that a quote amount trades now; one lot more when the book has too little.
 */
function forQuote(
  { exchange }: Call,
  market: Market,
  { quote, side }: { readonly quote: string; readonly side: 'buy' | 'sell' },
): string {
  const { lots, isAll } = exchange.prices.lotsFor(market, side, amountOf(quote));
  const quantity = BigInt(lots + (isAll ? 0 : 1)) * market.instrument.lot;
  if (quantity === 0n) {
    throw new Refusal('51020', 'Your order should meet or exceed the minimum order amount.');
  }
  return amountText(quantity);
}
