/** Names of exchanges as people write them, in the order of the documents. */
const names: Readonly<Record<string, string>> = {
  binance: 'Binance',
  bybit: 'Bybit',
  gateio: 'Gate',
  kraken: 'Kraken',
  okx: 'OKX',
  hyperliquid: 'Hyperliquid',
};

export function venueName(venue: string): string {
  return names[venue] ?? venue;
}

/** Returns the venue's colour in the current theme as a CSS value. */
export function venueColor(venue: string): string {
  return venue in names ? `var(--venue-${venue})` : 'var(--muted)';
}
