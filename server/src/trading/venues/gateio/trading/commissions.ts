import { errorText } from '../../../../kit/errors.ts';
import { exactly, formatExact } from '../../../../kit/exact.ts';
import type { MarketType } from '../../../model/order.ts';
import type { SinceQuery, VenueRebate } from '../../perpsPort.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { commissionHistory } from './endpoints.ts';
import { isLastingRefusal } from './errors.ts';
import { type Book, bounded, firstRows, type Span } from './ledgerPages.ts';
import { rowsOf, textAt, timeMsOf } from './rows.ts';

/** Programmes in which an account may earn on the trades of the users that it brought along. */
const programmes = ['broker', 'partner', 'agency'] as const;
type Programme = (typeof programmes)[number];

const pageSize = 100;
/** The venue accepts thirty days. */
const spanSecondsMax = 29 * 86_400;

/** Returns commissions of all programmes; an account in none of them has none. */
export async function commissions(
  call: DialectCall,
  query: SinceQuery,
): Promise<readonly VenueRebate[]> {
  const all: VenueRebate[] = [];
  for (const programme of programmes) {
    const rows = await firstRows(openBook(call, programme), {
      fromMs: query.sinceMs,
      limit: query.limit,
    }).catch((error: unknown) => {
      if (isLastingRefusal(errorText(error))) return [];
      throw error;
    });
    all.push(...toRebates(programme, rows));
  }
  return all;
}

interface Row {
  readonly fields: Fields;
  /** Position in the list of its span: two equal rows may be separate entries. */
  readonly place: number;
}

function openBook({ client }: DialectCall, programme: Programme): Book<Row> {
  let total: number | undefined;
  return bounded({
    endSeconds: Math.floor(client.milliseconds() / 1_000) - 1,
    pageSize,
    spanSecondsMax,
    async page(span: Span, offset) {
      const answer = await commissionHistory[programme](client, {
        from: span.from,
        to: span.to,
        limit: pageSize,
        offset: offset > 0 ? offset : undefined,
      });
      const parts = partsOf(answer);
      const count = parts.reduce((sum, part) => sum + Number(part.total ?? 0), 0);
      // Each new row moves all others, so the content of each page would be a guess.
      if (offset > 0 && count !== total) {
        throw new NoAnswerError('Commissions came in while they were read.');
      }
      total = count;
      const rows = parts.flatMap((part) => rowsOf(part.list ?? []));
      return rows.map((fields, at) => ({ fields, place: offset + at }));
    },
    idOf: ({ place }) => String(place),
    timeOf: ({ fields }) => timeOf(fields),
  });
}

/** The answer is one list, or one for each market. */
function partsOf(answer: unknown): readonly Fields[] {
  return isFields(answer) ? [answer] : rowsOf(answer);
}

function timeOf(row: Fields): number {
  return required(timeMsOf(row, 'commission_time'), 'time of a commission');
}

/**
 * No row has an id, so its content is one, with the count of equal rows in its second. A second is
 * read completely or not at all, so that the counts never change.
 */
function toRebates(programme: Programme, rows: readonly Row[]): readonly VenueRebate[] {
  const alike = new Map<string, number>();
  return rows.map(({ fields }) => {
    const { amount, asset } = paidIn(fields);
    const [user, pair] = [textAt(fields, 'user_id'), textAt(fields, 'currency_pair')];
    const kind = textAt(fields, 'source') ?? '';
    const said = [programme, timeOf(fields), user, pair, kind, asset, amount].join(':');
    const count = (alike.get(said) ?? 0) + 1;
    alike.set(said, count);
    return {
      id: `${said}:${count}`,
      amount,
      asset,
      atMs: timeOf(fields),
      info: fields,
      marketType: marketTypeOf(kind),
      source: `${programme}:${kind}`,
    };
  });
}

/** Brokers receive the value in dollars, others the amount in its asset. */
function paidIn(row: Fields): { readonly amount: string; readonly asset: string } {
  const inDollars = textAt(row, 'rebate_fee');
  if (inDollars !== undefined) return { amount: exact(inDollars), asset: 'USDT' };
  const amount = required(textAt(row, 'commission_amount', 'amount'), 'amount of a commission');
  const asset = required(textAt(row, 'commission_asset', 'fee_asset'), 'asset of a commission');
  return { amount: exact(amount), asset };
}

function exact(text: string): string {
  return formatExact(exactly(text));
}

/** The venue names sources, all but two of which are spot or similar. */
function marketTypeOf(source: string): MarketType {
  if (/futures/i.test(source)) return 'swap';
  return /delivery/i.test(source) ? 'future' : 'spot';
}
