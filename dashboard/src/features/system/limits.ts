import type { InputOf } from '@windlass/client';
import type { AccountRecord } from '@windlass/contract';
import { formatCount, formatPct, formatUsd, unknownText } from '../../shared/format.ts';
import { readNumber } from '../../shared/ui/Field.tsx';

/** The limits of an account as they are typed. An empty text means "off". */
export interface LimitTexts {
  readonly daily_limit_usd: string;
  readonly max_order_usd: string;
  readonly price_collar_pct: string;
  readonly max_open_orders: string;
  readonly cancel_after_s: string;
}

/** A limit that can be changed, with its texts. */
export interface LimitField {
  readonly name: keyof LimitTexts;
  readonly label: string;
  /** Used where the label does not fit. */
  readonly short: string;
  readonly hint: string;
  readonly format: (value: number) => string;
  /** True when the limit can be switched off. */
  readonly canBeOff: boolean;
}

const seconds = (value: number) => `${formatCount(value)} s`;

export const limitFields: readonly LimitField[] = [
  {
    name: 'daily_limit_usd',
    label: 'Daily limit, USD',
    short: 'Daily limit',
    canBeOff: false,
    hint: 'total value of its orders in a day (UTC)',
    format: formatUsd,
  },
  {
    name: 'max_order_usd',
    label: 'Largest order, USD',
    short: 'Max order',
    canBeOff: true,
    hint: 'empty = off',
    format: formatUsd,
  },
  {
    name: 'price_collar_pct',
    label: 'Price collar, %',
    short: 'Collar',
    canBeOff: false,
    hint: 'how far beyond the mid a price may trade',
    format: (value) => formatPct(value),
  },
  {
    name: 'max_open_orders',
    label: 'Max open orders',
    short: 'Max open',
    canBeOff: true,
    hint: 'empty = off',
    format: formatCount,
  },
  {
    name: 'cancel_after_s',
    label: "Dead man's switch, s",
    short: "Dead man's",
    canBeOff: true,
    hint: 'the exchange cancels all after such a silence; empty = off',
    format: seconds,
  },
];

export function limitOf(record: AccountRecord, name: keyof LimitTexts): number | null {
  return name === 'daily_limit_usd' ? record.daily_limit_usd : record.limits[name];
}

export function textsOf(record: AccountRecord): LimitTexts {
  const text = (name: keyof LimitTexts) => String(limitOf(record, name) ?? '');
  return {
    daily_limit_usd: text('daily_limit_usd'),
    max_order_usd: text('max_order_usd'),
    price_collar_pct: text('price_collar_pct'),
    max_open_orders: text('max_open_orders'),
    cancel_after_s: text('cancel_after_s'),
  };
}

export interface LimitChange {
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

type Change = Omit<InputOf<'changeAccount'>, 'id'>;

/** Returns the changes that the texts make: to be sent, and to be shown before. */
export function changesOf(
  record: AccountRecord,
  texts: LimitTexts,
): { readonly change: Change; readonly lines: readonly LimitChange[] } {
  const changed = limitFields
    .map((field) => ({ field, to: wantedOf(field, texts), from: limitOf(record, field.name) }))
    .filter(({ from, to }) => !Object.is(from, to));
  const lines = changed.map(({ field: { label, format }, from, to }) => {
    const said = (value: number | null) => (value === null ? 'off' : format(value));
    return { label, from: said(from), to: Number.isNaN(to) ? unknownText : said(to) };
  });
  const values = Object.fromEntries(changed.map(({ field, to }) => [field.name, to]));
  const { daily_limit_usd, ...limits } = values;
  return {
    lines,
    change: {
      ...(typeof daily_limit_usd === 'number' && { daily_limit_usd }),
      ...(Object.keys(limits).length > 0 && { limits }),
    },
  };
}

function wantedOf({ name, canBeOff }: LimitField, texts: LimitTexts): number | null {
  const written = readNumber(texts[name]);
  if (written !== undefined) return written;
  return canBeOff ? null : Number.NaN;
}
