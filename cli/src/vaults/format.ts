import type { HoldingWire, VaultWire } from '@windlass/contract';
import { withHeader } from '../table.ts';
import { alignRows, type Paint, printable } from '../text.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Longest name in a table that is not wide. */
const nameLengthMax = 40;
/** Characters kept at either end of a shortened address: enough to tell vaults apart by eye. */
const addressEnd = 6;

/** Returns a count with thousands separators. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Returns a count with its noun. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Returns a duration in its two largest units. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.round(durationMs / secondMs);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} m ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} m`;
}

/** Returns the age of a time, in one unit. */
export function formatAge(time: string, nowMs: number): string {
  // Clocks of two machines differ, but nothing was read in the future.
  const ageMs = Math.max(0, nowMs - Date.parse(time));
  if (Number.isNaN(ageMs)) return '?';
  if (ageMs < minuteMs) return `${Math.floor(ageMs / secondMs)} s`;
  if (ageMs < hourMs) return `${Math.floor(ageMs / minuteMs)} m`;
  if (ageMs < 2 * dayMs) return `${Math.floor(ageMs / hourMs)} h`;
  return `${Math.floor(ageMs / dayMs)} d`;
}

/** Returns an address with its middle left out. */
export function shorten(address: string): string {
  if (address.length <= 2 * addressEnd + 1) return address;
  return `${address.slice(0, addressEnd)}…${address.slice(-addressEnd)}`;
}

/** Returns the vaults as a table. */
export function renderVaults(
  vaults: readonly VaultWire[],
  { isWide, paint }: { readonly isWide: boolean; readonly paint: Paint },
): string {
  const header = ['ID', 'NAME', 'ADDRESS', 'TRADE', 'MAX SIZE', 'A DAY', 'SLIPPAGE', 'CREATED'];
  const rows = vaults.map((vault) => [
    vault.id,
    isWide ? vault.vaultName : cut(vault.vaultName),
    isWide ? vault.vaultAddress : shorten(vault.vaultAddress),
    vault.tradePermission ? 'yes' : 'no',
    `${vault.maxTradeSize} %`,
    String(vault.dailyTradeLimit),
    `${vault.slippageTolerance} %`,
    vault.creationDate,
  ]);
  return withHeader(header, rows, paint);
}

/** Returns every field of a vault, one per line. */
export function renderVault(vault: VaultWire): string {
  const fields: Record<string, string> = {
    id: vault.id,
    name: vault.vaultName,
    owner: vault.vaultOwner,
    address: vault.vaultAddress,
    trade: vault.tradePermission ? 'yes' : 'no',
    'max trade size': `${vault.maxTradeSize} %`,
    'daily trade limit': `${vault.dailyTradeLimit} trades a day`,
    slippage: `${vault.slippageTolerance} %`,
    'creation date': vault.creationDate,
    'creation ledger': vault.creationLedger === null ? 'not given' : String(vault.creationLedger),
    created: vault.createdAt,
    updated: vault.updatedAt,
  };
  return alignRows(Object.entries(fields).map((row) => row.map(printable)));
}

/** Returns holdings as a table with balances aligned at their decimal points. */
export function renderHoldings(
  holdings: readonly HoldingWire[],
  { nowMs, paint }: { readonly nowMs: number; readonly paint: Paint },
): string {
  const balances = alignDecimals(holdings.map(({ balance }) => printable(balance)));
  const width = balances[0]?.length ?? 0;
  const header = ['NETWORK', 'SYMBOL', 'BALANCE'.padStart(width), 'LEDGER', 'AGE'];
  const rows = holdings.map((holding, index) => [
    holding.network,
    holding.tokenSymbol,
    balances[index] ?? '',
    String(holding.ledger),
    formatAge(holding.lastUpdated, nowMs),
  ]);
  return withHeader(header, rows, paint);
}

/** Returns the numbers padded on both sides, so that their points stand in one column. */
export function alignDecimals(numbers: readonly string[]): string[] {
  const parts = numbers.map((number) => {
    const point = number.indexOf('.');
    const at = point < 0 ? number.length : point;
    return { whole: number.slice(0, at), rest: number.slice(at) };
  });
  const before = Math.max(0, ...parts.map(({ whole }) => whole.length));
  const after = Math.max(0, ...parts.map(({ rest }) => rest.length));
  return parts.map(({ whole, rest }) => whole.padStart(before) + rest.padEnd(after));
}

function cut(name: string): string {
  const characters = Array.from(name);
  if (characters.length <= nameLengthMax) return name;
  return `${characters.slice(0, nameLengthMax - 1).join('')}…`;
}
