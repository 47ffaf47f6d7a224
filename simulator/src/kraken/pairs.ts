import { decimalsOf } from '../exchange/amounts.ts';
import type { Market } from '../exchange/market.ts';

/** The exchange's names of these assets; all others have their own name. */
const altNames: Readonly<Record<string, string>> = { BTC: 'XBT', DOGE: 'XDG' };

/** Early assets have a letter before their name: X for coins, Z for money. */
const oldCoins: readonly string[] = [
  'XBT',
  'ETH',
  'LTC',
  'XRP',
  'XLM',
  'XMR',
  'ZEC',
  'ETC',
  'REP',
  'MLN',
  'XDG',
];
const oldMoney: readonly string[] = ['USD', 'EUR', 'GBP', 'JPY', 'CAD', 'AUD'];

export interface AssetNames {
  /** `XXBT`, `ZUSD`, `SOL`. */
  readonly id: string;
  /** `XBT`, `USD`, `SOL`. */
  readonly altName: string;
  readonly decimals: number;
}

export function assetNames(asset: string): AssetNames {
  const altName = altNames[asset] ?? asset;
  if (oldMoney.includes(altName)) return { id: `Z${altName}`, altName, decimals: 4 };
  const isOld = oldCoins.includes(altName);
  return { id: isOld ? `X${altName}` : altName, altName, decimals: isOld ? 10 : 8 };
}

/**
 * Returns `XXBTZUSD` when both assets are early ones, `XBTUSDT` otherwise; `XDGUSD` is an
 * exception.
 */
export function pairId(base: string, quote: string): string {
  const [from, to] = [assetNames(base), assetNames(quote)];
  const isOld = from.id !== from.altName && to.id !== to.altName && base !== 'DOGE';
  return isOld ? `${from.id}${to.id}` : `${from.altName}${to.altName}`;
}

/** Returns a name such as `XBTUSD`. */
export function altNameOf({ definition }: Market): string {
  return `${assetNames(definition.base).altName}${assetNames(definition.quote).altName}`;
}

/** Returns a name such as `XBT/USD`. */
export function wsNameOf({ definition }: Market): string {
  return `${assetNames(definition.base).altName}/${assetNames(definition.quote).altName}`;
}

/** Returns a name such as `BTC/USD`, as version 2 of the streams writes it. */
export function symbolOf({ definition }: Market): string {
  return `${definition.base}/${definition.quote}`;
}

/** Returns all names that a request may use. */
export function namesOf(market: Market): readonly string[] {
  return [market.id, altNameOf(market), wsNameOf(market)];
}

export function priceDecimals({ instrument }: Market): number {
  return decimalsOf(instrument.rules.tickSize);
}

export function volumeDecimals({ definition }: Market): number {
  return decimalsOf(definition.lot);
}
