/** Beyond these a figure holds what floating point left. */
const significantDigits = 12;

/** Returns a price or a quantity. */
export function formatAmount(amount: number): string {
  return amount.toLocaleString('en-US', { maximumSignificantDigits: significantDigits });
}

/** Returns the same of what may not be known. */
export function formatKnown(amount: number | null): string {
  return amount === null ? '' : formatAmount(amount);
}

/** Returns a ratio; finer than a hundredth of a basis point nothing is decided. */
export function formatBps(bps: number): string {
  return `${bps.toLocaleString('en-US', { maximumFractionDigits: 2 })} bps`;
}

/** Returns dollars to the cent. */
export function formatUsd(usd: number): string {
  const cents = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `USD ${usd.toLocaleString('en-US', cents)}`;
}
