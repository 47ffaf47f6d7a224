import { amountText } from '@windlass/matching';
import type { Market } from '../../exchange/market.ts';
import type { EnteredOrder } from '../../exchange/orderEntry.ts';
import type { Call } from '../call.ts';
import { notSimulated, Refusal, refusals } from '../errors.ts';
import { amountOf, type Fields } from '../fields.ts';
import { closes, readLeg } from '../positionSides.ts';

const clientIdPattern = /^[0-9a-zA-Z]{1,32}$/;

export function clientIdOf(fields: Fields, name: string): string | undefined {
  const id = fields.text(name);
  if (id !== undefined && !clientIdPattern.test(id)) throw refusals.wrong(name);
  return id;
}

/** Returns a size that the market takes, in the market's units; throws a refusal otherwise. */
export function sizeOf(fields: Fields, { instrument, definition, steps }: Market): string {
  fields.required('sz');
  const text = fields.decimal('sz') ?? '';
  const { lot, maxLots } = instrument;
  const size = amountOf(text);
  if (size < amountOf(definition.minQuantity)) {
    throw new Refusal('51020', 'Your order should meet or exceed the minimum order amount.');
  }
  if (size > BigInt(maxLots) * lot) {
    const most = amountText(BigInt(maxLots) * lot);
    throw new Refusal('51202', `Market order amount exceeds the maximum amount ${most}.`);
  }
  if (size % steps.lot !== 0n) {
    throw new Refusal('51121', 'Order quantity must be a multiple of the lot size.');
  }
  return text;
}

/** Returns a price that the market takes, or undefined when none was sent. */
export function priceOf(fields: Fields, { steps }: Market, name: string): string | undefined {
  const text = fields.decimal(name);
  if (text !== undefined && amountOf(text) % steps.tick !== 0n) throw refusals.wrong(name);
  return text;
}

/** Fields that are not simulated. */
const unknownNames = [
  'ccy',
  'pxUsd',
  'pxVol',
  'attachAlgoOrds',
  'closeFraction',
  'pxAmendType',
  'stpId',
  'quickMgnType',
  'tradeQuoteCcy',
];

/** Returns the fields that orders on the book and algo orders share. */
export function commonOf(call: Call) {
  const { fields, account } = call;
  const market = call.market();
  const isSpot = market.definition.kind === 'spot';
  fields.required('tdMode');
  const tdMode = fields.word('tdMode', ['cash', 'cross', 'isolated', 'spot_isolated']) ?? 'cash';
  if (isSpot && tdMode !== 'cash') throw notSimulated(`spot orders with tdMode ${tdMode}`);
  if (!isSpot && tdMode !== 'cross' && tdMode !== 'isolated') throw refusals.wrong('tdMode');
  fields.required('side');
  const side = fields.word('side', ['buy', 'sell']) ?? 'buy';
  const leg = readLeg(fields, { isHedged: account.isHedged && !isSpot });
  fields.refuseAny(unknownNames);
  // Spot ignores the flag: it has nothing to reduce. In hedge mode position and side decide it.
  const isReducing = fields.flag('reduceOnly') && !isSpot;
  const reduceOnly = leg === undefined ? isReducing : closes(side, leg);
  return { account, market, side, isSpot, reduceOnly, tdMode } as const;
}

/** Returns whether a size is in the quote, which is the default of a spot buy. */
export function isInQuote(fields: Fields, side: 'buy' | 'sell'): boolean {
  const word = fields.word('tgtCcy', ['base_ccy', 'quote_ccy']);
  return (word ?? (side === 'buy' ? 'quote_ccy' : 'base_ccy')) === 'quote_ccy';
}

/** Puts a contract's market into the margin mode of an order that is about to be placed there. */
export function enterMode(
  { margins }: Call,
  { account, market, words }: Pick<EnteredOrder, 'account' | 'market' | 'words'>,
): void {
  const mode = words?.tdMode;
  if (market.definition.kind === 'spot' || (mode !== 'cross' && mode !== 'isolated')) return;
  if (margins.enter(account, market, mode) === undefined) return;
  throw notSimulated('a market in which both margin modes are in use');
}
