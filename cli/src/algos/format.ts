import type { AlgorithmWire } from '@windlass/contract';
import { formatAmount, formatKnown } from '../figures.ts';
import { withHeader } from '../table.ts';
import { alignRows, type Paint, printable, withoutStop } from '../text.ts';
import { formatDuration } from '../vaults/format.ts';

/** Returns the currency of the order's quantity, and the one it is paid in. */
function currenciesOf(symbol: string): { readonly base: string; readonly quote: string } {
  const [base = '', quote = ''] = symbol.split(/[/:]/);
  return { base, quote };
}

/** Returns the algorithms as a table. */
export function renderAlgorithms(algorithms: readonly AlgorithmWire[], paint: Paint): string {
  const columns = ['ID', 'NAME', 'TYPE', 'SYMBOL', 'SIDE', 'QUANTITY', 'FILLED', 'VWAP'];
  const rows = algorithms.map((algorithm) => [
    algorithm.order_id,
    algorithm.client_algorithm_id ?? '',
    algorithm.algorithm_type,
    algorithm.symbol,
    algorithm.side,
    formatAmount(algorithm.total_quantity),
    percent(algorithm),
    formatKnown(algorithm.progress.vwap),
    algorithm.status,
    algorithm.created_at,
  ]);
  return withHeader([...columns, 'STATUS', 'STARTED'], rows, paint);
}

/** Returns an algorithm with its parameters, one field per line. */
export function renderAlgorithm(algorithm: AlgorithmWire, paint: Paint): string {
  const { base } = currenciesOf(algorithm.symbol);
  const { progress, limit_price: limit } = algorithm;
  const filled = `${formatAmount(progress.filled_quantity)} ${base} (${percent(algorithm)})`;
  const rows = [
    ['id', algorithm.order_id],
    ['name', algorithm.client_algorithm_id],
    ['type', algorithm.algorithm_type],
    ['symbol', algorithm.symbol],
    ['side', algorithm.side],
    ['quantity', `${formatAmount(algorithm.total_quantity)} ${base}`],
    ['limit price', limit === null ? 'none' : formatAmount(limit)],
    ['accounts', algorithm.exchange_account_ids.join(',')],
    ['status', algorithm.status],
    ['reason', algorithm.status_reason],
    ['waiting for', algorithm.waiting_for],
    ['filled', `${filled}, ${formatAmount(progress.remaining_quantity)} remaining`],
    ['vwap', progress.vwap === null ? 'nothing filled yet' : formatAmount(progress.vwap)],
    ['fees', feesOf(algorithm)],
    ['child orders', `${progress.child_orders}, ${progress.child_orders_filled} of them filled`],
    ['arrival price', formatAmount(algorithm.arrival_price)],
    ['started', algorithm.created_at],
    ['estimated end', algorithm.ended_at === null ? algorithm.estimated_completion : null],
    ['ended', algorithm.ended_at],
  ].flatMap(([name = '', value]) => (value == null ? [] : [[name ?? '', printable(value)]]));
  return alignRows(rows) + renderFields('PARAMETERS', algorithm.params, paint);
}

/** Returns fields whose names only the algorithm type knows. Lists of objects become tables. */
export function renderFields(
  title: string,
  fields: Readonly<Record<string, unknown>>,
  paint: Paint,
): string {
  const entries = Object.entries(fields);
  if (entries.length === 0) return '';
  const plain = entries.filter(([, value]) => !isTable(value));
  const rows = plain.map((entry) => [entry[0], toText(entry)].map(printable));
  const tables = entries.flatMap(([name, value]) =>
    isTable(value) ? [`\n${paint.bold(printable(name))}\n${renderThings(value, paint)}`] : [],
  );
  const lines = rows.length === 0 ? '' : alignRows(rows);
  return `\n${paint.bold(title)}\n${lines}${tables.join('')}`;
}

/** Returns the progress of an algorithm on one line. */
export function describeProgress(algorithm: AlgorithmWire, nowMs: number): string {
  const { progress, side, status, status_reason: reason, waiting_for: waiting } = algorithm;
  const { base, quote } = currenciesOf(algorithm.symbol);
  const done = side === 'buy' ? 'bought' : 'sold';
  const filled = formatAmount(progress.filled_quantity);
  const total = formatAmount(algorithm.total_quantity);
  const left = timeLeftMs(algorithm, nowMs);
  const parts = [
    `${status} ${filled} of ${total} ${base} ${done}`,
    ...(progress.vwap === null ? [] : [`vwap ${formatAmount(progress.vwap)}`]),
    ...(progress.total_fees === 0 ? [] : [`fees ${formatAmount(progress.total_fees)} ${quote}`]),
    ...(left === undefined ? [] : [`${formatDuration(left)} left`]),
    ...(reason === null || reason === waiting ? [] : [withoutStop(reason)]),
    ...(waiting === null ? [] : [`waiting: ${withoutStop(waiting)}`]),
  ];
  return printable(parts.join(', '));
}

/**
 * Returns the text beside a bar, which shows the share done itself. What may be cut off comes last.
 */
export function describeBriefly(algorithm: AlgorithmWire, nowMs: number): string {
  const { progress, status, total_quantity: total, waiting_for: waiting } = algorithm;
  const { base } = currenciesOf(algorithm.symbol);
  const left = timeLeftMs(algorithm, nowMs);
  const parts = [
    ...(status === 'RUNNING' ? [] : [status]),
    `${formatAmount(progress.filled_quantity)}/${formatAmount(total)} ${base}`,
    ...(left === undefined ? [] : [`${formatDuration(left)} left`]),
    ...(progress.vwap === null ? [] : [`vwap ${formatAmount(progress.vwap)}`]),
    ...(waiting === null ? [] : [`waiting: ${withoutStop(waiting)}`]),
  ];
  return printable(parts.join('  '));
}

function percent({ progress }: AlgorithmWire): string {
  const share = progress.fill_percentage;
  return `${share.toLocaleString('en-US', { maximumFractionDigits: 2 })} %`;
}

function feesOf({ progress, symbol }: AlgorithmWire): string {
  const { fees, total_fees: total } = progress;
  if (fees.length === 0) return 'none';
  const { quote } = currenciesOf(symbol);
  const paid = fees.map(({ asset, amount }) => `${formatAmount(amount)} ${asset}`).join(', ');
  if (fees.every(({ asset }) => asset === quote)) return paid;
  return `${paid}; worth ${formatAmount(total)} ${quote}`;
}

function timeLeftMs(algorithm: AlgorithmWire, nowMs: number): number | undefined {
  const { estimated_completion: end, status } = algorithm;
  if (end === null || status !== 'RUNNING') return undefined;
  const leftMs = Date.parse(end) - nowMs;
  return leftMs > 0 ? leftMs : undefined;
}

type Thing = Readonly<Record<string, unknown>>;

function isTable(value: unknown): value is readonly Thing[] {
  return Array.isArray(value) && value.length > 0 && value.every(isThing);
}

function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function renderThings(things: readonly Thing[], paint: Paint): string {
  const names = [...new Set(things.flatMap((thing) => Object.keys(thing)))];
  const rows = things.map((thing) => names.map((name) => toText([name, thing[name]])));
  return withHeader(
    names.map((name) => printable(name.toUpperCase().replaceAll('_', ' '))),
    rows,
    paint,
  );
}

/** Names of our ratios end in their unit. */
const ratioName = /_(bps|pct)$/;
/** Decimals of a ratio that are worth showing. */
const ratioDigits = 4;

function toText([name, value]: readonly [name: string, value: unknown]): string {
  if (value === null || value === undefined) return '-';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') {
    if (!ratioName.test(name)) return formatAmount(value);
    return value.toLocaleString('en-US', { maximumFractionDigits: ratioDigits });
  }
  const isList = Array.isArray(value) && value.every((each) => typeof each !== 'object');
  return isList ? value.join(',') : JSON.stringify(value);
}
