import { formatWord } from '../../shared/format.ts';

const unitNames = ['seconds', 'hours', 'pct', 'bps'] as const;
type Unit = (typeof unitNames)[number];

/** Returns the unit at the end of an API name. */
export function unitOf(name: string): Unit | undefined {
  return unitNames.find((unit) => name.endsWith(`_${unit}`));
}

/** Returns `max_slippage_bps` as "Max slippage". */
export function plainName(name: string): string {
  const plain = name
    .replace(new RegExp(`_(${unitNames.join('|')})$`), '')
    .replace(/exchange_account_id(s?)$/, 'account$1');
  return formatWord(plain).replace(/\b(apr|sor)\b/i, (word) => word.toUpperCase());
}

/** Returns `max_slippage_bps` as "Max slippage, bps". */
export function labelOf(name: string): string {
  const unit = unitOf(name);
  return unit === undefined
    ? plainName(name)
    : `${plainName(name)}, ${unit === 'pct' ? '%' : unit}`;
}
