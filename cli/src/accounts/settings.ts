import { feeOverridesBody, paperBalancesBody } from '@windlass/contract';
import { UsageError } from '../failures.ts';
import type { CliIo } from '../io.ts';
import { readJson } from './files.ts';

/** Options that change settings of an account; false removes a setting. */
export interface SettingOptions {
  readonly dailyLimit?: number;
  readonly portfolio?: string | false;
  readonly portfolioMargin?: boolean;
  readonly maxOrder?: number | false;
  readonly priceCollar?: number;
  readonly maxOpenOrders?: number | false;
  readonly cancelAfter?: number | false;
  readonly fees?: string | false;
}

/** Returns the changed settings under the names of the API. */
export function toSettings(options: SettingOptions, io: CliIo) {
  const { portfolio, fees } = options;
  return {
    daily_limit_usd: options.dailyLimit,
    portfolio_id: portfolio === false ? null : portfolio,
    portfolio_margin: options.portfolioMargin,
    limits: toLimits(options),
    fee_overrides: typeof fees === 'string' ? read(feeOverridesBody, fees, io) : orNull(fees),
  };
}

export function readBalances(path: string, io: CliIo) {
  return read(paperBalancesBody, path, io);
}

function toLimits({ maxOrder, priceCollar, maxOpenOrders, cancelAfter }: SettingOptions) {
  const all = [maxOrder, priceCollar, maxOpenOrders, cancelAfter];
  if (all.every((value) => value === undefined)) return undefined;
  return {
    max_order_usd: maxOrder === false ? null : maxOrder,
    price_collar_pct: priceCollar,
    max_open_orders: maxOpenOrders === false ? null : maxOpenOrders,
    cancel_after_s: cancelAfter === false ? null : cancelAfter,
  };
}

function orNull(value: false | undefined): null | undefined {
  return value === false ? null : undefined;
}

/** Any schema of the contract. */
interface Shape<Value> {
  safeParse(
    given: unknown,
  ):
    | { readonly success: true; readonly data: Value }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}

interface Issue {
  readonly message: string;
}

function read<Value>(shape: Shape<Value>, path: string, io: CliIo): Value {
  const parsed = shape.safeParse(readJson(path, io));
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.map(({ message }) => message);
  throw new UsageError(`The file ${path} cannot be used: ${reasons.join('; ')}.`);
}
