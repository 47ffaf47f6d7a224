/** Further digits of a figure are rounding noise of floating point. */
const significantDigits = 12;

/** Formats a price or a quantity. */
export function formatAmount(amount: number): string {
  return amount.toLocaleString('en-US', { maximumSignificantDigits: significantDigits });
}

/** Formats an amount; null becomes empty. */
export function formatKnown(amount: number | null): string {
  return amount === null ? '' : formatAmount(amount);
}

/** Formats a ratio. Nobody decides on less than a hundredth of a basis point. */
export function formatBps(bps: number): string {
  return `${bps.toLocaleString('en-US', { maximumFractionDigits: 2 })} bps`;
}

/** Formats dollars to the cent. */
export function formatUsd(usd: number): string {
  const cents = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `USD ${usd.toLocaleString('en-US', cents)}`;
}
