import type { InputOf } from '@windlass/client';
import { type MarkoutHorizon, markoutHorizons } from '@windlass/contract';
import { parseTime } from '../../shared/format.ts';

/** Parameters of a report, as in a link and in the form. */
export interface Question {
  readonly account: string;
  readonly market: 'swap' | 'spot';
  /** Empty means all symbols. */
  readonly symbol: string;
  /** A number of days until now, or `between`. */
  readonly days: string;
  /** ISO 8601, used with `between`. */
  readonly from: string;
  readonly to: string;
  readonly horizon: MarkoutHorizon;
}

export const between = 'between';
export const dayChoices = [
  ['1', 'Last 24 hours'],
  ['7', 'Last 7 days'],
  ['30', 'Last 30 days'],
  ['90', 'Last 90 days'],
  ['365', 'Last 365 days'],
  [between, 'Custom range'],
] as const;

export function readQuestion(params: URLSearchParams, fallbackAccount: string): Question {
  const days = dayChoices.find(([name]) => name === params.get('days'))?.[0] ?? '30';
  const seconds = Number(params.get('horizon'));
  return {
    account: params.get('account') ?? fallbackAccount,
    market: params.get('market') === 'spot' ? 'spot' : 'swap',
    symbol: params.get('symbol') ?? '',
    days,
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
    horizon: markoutHorizons.find((known) => known === seconds) ?? 300,
  };
}

/** Returns the link parameters. The two times are left out where a number of days is chosen. */
export function paramsOf(question: Question): Readonly<Record<string, string>> {
  const { account, market, symbol, days, from, to, horizon } = question;
  return {
    account,
    market,
    symbol,
    days,
    ...(days === between && { from, to }),
    horizon: String(horizon),
  };
}

const dayMs = 86_400_000;

type TcaInput = InputOf<'getTcaReport'>;

/** Returns the request to the service. A number of days counts back from `nowMs`. */
export function toInput(question: Question, nowMs: number): TcaInput {
  const { account, market, symbol, days, from, to, horizon } = question;
  const start = days === between ? parseTime(from) : nowMs - Number(days) * dayMs;
  const end = days === between ? parseTime(to) : nowMs;
  return {
    exchange_account_id: account,
    market_type: market,
    horizon,
    ...(symbol !== '' && { symbol }),
    ...(start !== undefined && { start }),
    ...(end !== undefined && { end }),
  };
}

/** Returns an API time for a date and time field, in the time zone of this machine. */
export function toLocalField(iso: string): string {
  const ms = parseTime(iso);
  if (ms === undefined) return '';
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000;
  return new Date(ms - offsetMs).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length);
}

/** Returns a date and time field's text as an API time; empty for an invalid text. */
export function fromLocalField(text: string): string {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? '' : new Date(ms).toISOString();
}
