import {
  type AlgorithmChildWire,
  type AlgorithmDetailsWire,
  type AlgorithmEventWire,
  algorithmEventKinds,
} from '@windlass/contract';
import { formatAmount, formatKnown } from '../figures.ts';
import { withHeader } from '../table.ts';
import { type Paint, printable } from '../text.ts';
import { formatCount } from '../vaults/format.ts';
import { renderAlgorithm, renderFields } from './format.ts';

/** Maximum number of children and history entries shown. An algorithm has up to thousands. */
const newestShown = 20;

/** Returns everything known of an algorithm, with only the newest entries unless all are wanted. */
export function renderDetails(
  details: AlgorithmDetailsWire,
  { isWhole, paint }: { readonly isWhole: boolean; readonly paint: Paint },
): string {
  const countMax = isWhole ? Number.POSITIVE_INFINITY : newestShown;
  const children = newest('CHILD ORDERS', details.child_orders, countMax);
  const history = newest('HISTORY', details.events, countMax);
  const parts = [
    renderAlgorithm(details, paint),
    renderFields('STATE', details.state, paint),
    `\n${paint.bold(children.title)}\n${renderChildren(children.shown, paint)}`,
    `\n${paint.bold(history.title)}\n${renderHistory(history.shown)}`,
    renderFields('COSTS', details.tca, paint),
  ];
  return parts.join('');
}

/** Returns one entry of an algorithm's history. */
export function renderLine({ number, timestamp, kind, text }: AlgorithmEventWire): string {
  const cells = [String(number).padStart(numberWidth), timestamp, kind.padEnd(kindWidth), text];
  return printable(cells.join('  '));
}

/** Wide enough for most histories. */
const numberWidth = 4;
const kindWidth = Math.max(...algorithmEventKinds.map(({ length }) => length));

function newest<Item>(title: string, items: readonly Item[], countMax: number) {
  if (items.length <= countMax) return { title, shown: items };
  const left = formatCount(items.length - countMax);
  const note = `the newest ${countMax}; ${left} more with --all`;
  return { title: `${title} (${note})`, shown: items.slice(-countMax) };
}

function renderChildren(children: readonly AlgorithmChildWire[], paint: Paint): string {
  if (children.length === 0) return 'none\n';
  const header = ['NO', 'ACCOUNT', 'PURPOSE', 'SIDE', 'SYMBOL', 'QUANTITY', 'PRICE', 'IN FORCE'];
  const rows = children.map((child) => [
    String(child.number),
    child.exchange_account_id,
    child.purpose,
    child.side,
    child.symbol,
    formatAmount(child.quantity),
    formatAmount(child.price),
    child.time_in_force,
    child.status,
    formatAmount(child.filled_quantity),
    formatKnown(child.average_price),
    child.fee === 0 ? '' : `${formatAmount(child.fee)} ${child.fee_currency ?? ''}`.trim(),
    child.reason ?? '',
  ]);
  return withHeader([...header, 'STATUS', 'FILLED', 'AT', 'FEE', 'REASON'], rows, paint);
}

function renderHistory(events: readonly AlgorithmEventWire[]): string {
  if (events.length === 0) return 'nothing yet\n';
  return events.map((event) => `${renderLine(event)}\n`).join('');
}
