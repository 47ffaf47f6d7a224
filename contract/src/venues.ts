import type { CredentialField } from './trading/accounts/shapes.ts';
import type { MarketTypeWord } from './trading/orders/words.ts';

/** Ids of every exchange, in the order the documents name them. */
export const venueIds = ['binance', 'bybit', 'gateio', 'kraken', 'okx', 'hyperliquid'] as const;
export type VenueId = (typeof venueIds)[number];

/** The exchanges whose books are offered, in the same order. */
export const orderbookVenues = ['binance', 'bybit', 'gateio', 'kraken'] as const;
export type OrderbookVenue = (typeof orderbookVenues)[number];

/** A wallet that holds money of its own, and the market type under which its balance is read. */
export interface WalletFacts {
  readonly market: MarketTypeWord;
  readonly name: string;
}

/** The facts about an exchange that callers know without asking: its name and its accounts. */
export interface VenueFacts {
  /** The name as the exchange writes it. */
  readonly name: string;
  /** Fields that the credentials of an account must have. */
  readonly credentials: readonly CredentialField[];
  /** Fields that the credentials may have as well. */
  readonly optionalCredentials?: readonly CredentialField[];
  /** The same for the futures class, on exchanges where that is an account of its own. */
  readonly futuresCredentials?: readonly CredentialField[];
  readonly hasPortfolioMargin: boolean;
  /** Market types in which the exchange itself cancels orders after silence; often none. */
  readonly deadMansSwitch: readonly MarketTypeWord[];
  readonly wallets: readonly WalletFacts[];
  readonly walletsNote?: string;
  readonly hasLeverage: boolean;
  /** Scope of a change of the margin mode; undefined when there is none. */
  readonly marginModeOf: 'market' | 'account' | undefined;
  readonly leverageNote?: string;
}

const common = {
  credentials: ['api_key', 'api_secret'],
  hasPortfolioMargin: false,
  deadMansSwitch: [],
  hasLeverage: true,
  marginModeOf: 'market',
} as const;

/** By exchange: Trading §4.1 (futures credential), §4.3 (portfolio margin). */
export const venueFacts: Readonly<Record<VenueId, VenueFacts>> = {
  binance: {
    ...common,
    name: 'Binance',
    hasPortfolioMargin: true,
    deadMansSwitch: ['swap', 'future'],
    wallets: [
      { market: 'spot', name: 'Spot' },
      { market: 'swap', name: 'USD-margined futures' },
    ],
    walletsNote: 'Under portfolio margin the wallets are one: each shows all of it.',
  },
  bybit: {
    ...common,
    name: 'Bybit',
    wallets: [{ market: 'swap', name: 'One wallet' }],
    marginModeOf: 'account',
  },
  gateio: {
    ...common,
    name: 'Gate.io',
    deadMansSwitch: ['spot', 'swap'],
    wallets: [
      { market: 'spot', name: 'Spot' },
      { market: 'swap', name: 'Perpetuals' },
    ],
  },
  kraken: {
    ...common,
    name: 'Kraken',
    futuresCredentials: ['api_key', 'api_secret'],
    deadMansSwitch: ['spot', 'swap', 'future'],
    wallets: [
      { market: 'spot', name: 'Spot' },
      { market: 'swap', name: 'Futures' },
    ],
    leverageNote: 'On Kraken, leverage is the mode: setting one makes the market isolated.',
  },
  okx: {
    ...common,
    name: 'OKX',
    credentials: ['api_key', 'api_secret', 'passphrase'],
    deadMansSwitch: ['spot', 'swap', 'future'],
    wallets: [{ market: 'swap', name: 'Trading' }],
  },
  hyperliquid: {
    ...common,
    name: 'Hyperliquid',
    credentials: ['wallet_address', 'private_key'],
    optionalCredentials: ['vault_address'],
    wallets: [{ market: 'swap', name: 'One wallet' }],
    hasLeverage: false,
    marginModeOf: undefined,
    leverageNote: 'All positions of Hyperliquid are cross.',
  },
};

/** Returns the facts about an exchange by a name that may be unknown: one newer than this code. */
export function venueFactsOf(venue: string): VenueFacts | undefined {
  const known = venueIds.find((id) => id === venue);
  return known && venueFacts[known];
}
