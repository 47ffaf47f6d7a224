import type { InputOf } from '@windlass/client';
import type { VenueId } from '@windlass/contract';

type WalletMarket = NonNullable<InputOf<'getBalance'>['market_type']>;

export interface Wallet {
  readonly market: WalletMarket;
  readonly name: string;
}

export interface PositionSettings {
  readonly hasLeverage: boolean;
  /** Scope of a change of the margin mode; undefined when there is none. */
  readonly marginModeOf: 'market' | 'account' | undefined;
  readonly note?: string;
  /** Wallets that hold money of their own. */
  readonly wallets: readonly Wallet[];
  readonly walletsNote?: string;
}

const perMarket = { hasLeverage: true, marginModeOf: 'market' } as const;

/** Settings of each exchange according to `docs/perpetuals.md`. Capabilities do not have them. */
const settings: Readonly<Record<VenueId, PositionSettings>> = {
  binance: {
    ...perMarket,
    walletsNote: 'Under portfolio margin the wallets are one: each shows all of it.',
    wallets: [
      { market: 'spot', name: 'Spot' },
      { market: 'swap', name: 'USD-margined futures' },
    ],
  },
  bybit: {
    hasLeverage: true,
    marginModeOf: 'account',
    wallets: [{ market: 'swap', name: 'One wallet' }],
  },
  gateio: {
    ...perMarket,
    wallets: [
      { market: 'spot', name: 'Spot' },
      { market: 'swap', name: 'Perpetuals' },
    ],
  },
  kraken: {
    ...perMarket,
    note: 'On Kraken, leverage is the mode: setting one makes the market isolated.',
    wallets: [
      { market: 'spot', name: 'Spot' },
      { market: 'swap', name: 'Futures' },
    ],
  },
  okx: { ...perMarket, wallets: [{ market: 'swap', name: 'Trading' }] },
  hyperliquid: {
    hasLeverage: false,
    marginModeOf: undefined,
    note: 'All positions of Hyperliquid are cross.',
    wallets: [{ market: 'swap', name: 'One wallet' }],
  },
};

/** Returns undefined for an exchange that is newer than this page. */
export function settingsOf(exchange: string): PositionSettings | undefined {
  return isKnown(exchange) ? settings[exchange] : undefined;
}

function isKnown(exchange: string): exchange is VenueId {
  return exchange in settings;
}
