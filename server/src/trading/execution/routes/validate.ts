import {
  executionEndpoints,
  type OrderPreviewWire,
  orderBody,
  type Parsed,
} from '@windlass/contract';
import {
  type Binding,
  bind,
  type Context,
  type PartIssue,
  type RawInput,
} from '../../../http/bind.ts';
import { issuesHeadline } from '../../../http/issuesHeadline.ts';
import { AppError } from '../../../kit/errors.ts';
import { requireReach } from '../../accounts/index.ts';
import { needsStopPrice, needsTrailingDelta } from '../../model/order.ts';
import { overDailyLimit } from '../answers.ts';
import type { DailyLimit, Execution, PreparedOrder } from '../types.ts';
import { orderCautions, validateOrder } from '../validate.ts';
import { toDraft } from './draft.ts';

type ValidateBody = Parsed<typeof executionEndpoints.validateOrder>['body'];

/** Returns the routes of the check of an order before it is sent (Trading §4.1). */
export function validateRoutes(execution: Execution): Binding[] {
  const binding = bind(
    executionEndpoints.validateOrder,
    ({ query, body }, context) => (query.preview ? preview(execution, body, context) : check(body)),
    { check: missingExchange },
  );
  return [{ ...binding, handle: (raw, context) => binding.handle(raw, context).catch(asInvalid) }];
}

/** Throws a missing or wrong field as an invalid order, like any other reason (Trading §4.1). */
function asInvalid(error: unknown): never {
  if (!(error instanceof AppError) || !error.issues) throw error;
  const { code, issues } = error;
  const message = issuesHeadline(error);
  const data = { valid: false, error: message, warnings: [], code };
  throw new AppError(code, { message, issues, data });
}

function check(body: ValidateBody) {
  const { error, code, warnings } = validateOrder({
    exchange: body.exchange ?? '',
    symbol: typeof body.symbol === 'string' ? body.symbol : undefined,
    orderType: body.order_type,
    marketType: body.market_type ?? 'spot',
    timeInForce: body.time_in_force,
    reduceOnly: body.reduce_only,
    postOnly: body.post_only,
    stopPrice: body.stop_price,
    trailingDelta: body.trailing_delta,
  });
  if (error === undefined) return { valid: true, error: null, warnings: [...warnings] };
  throw invalid(error, { code, warnings: [...warnings] });
}

/** Reports a missing exchange; only a whole order, which names an account, needs none. */
function missingExchange({ query, body }: RawInput): PartIssue[] {
  const isPreview = fieldOf(query, 'preview') === 'true';
  if (isPreview || fieldOf(body, 'exchange') !== undefined) return [];
  const message = 'exchange is required and must be a string';
  return [{ part: 'body', field: 'exchange', message, value: undefined }];
}

function fieldOf(part: unknown, field: string): unknown {
  return typeof part === 'object' && part !== null ? Reflect.get(part, field) : undefined;
}

/** Runs all steps of an order up to its sending; a refusal in them makes the order invalid here. */
async function preview(execution: Execution, body: ValidateBody, { caller }: Context) {
  const { exchange: _exchange, ...order } = body;
  const parsed = orderBody.safeParse(order);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => {
      const field = path.map(String).join('.');
      return { field, message, value: undefined };
    });
    throw new AppError('VALIDATION_FAILED', { issues });
  }
  requireReach(caller, parsed.data.exchange_account_id);
  try {
    const prepared = await execution.preview(toDraft(parsed.data));
    const limit = await execution.dailyLimit(prepared.account.id);
    requireRoom(prepared, limit);
    const { account, order: own } = prepared;
    const warnings = [...orderCautions(account.venue, own), ...openingStopWarnings(own)];
    return { valid: true, error: null, warnings, preview: toPreviewWire(prepared, limit) };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500 || error.issues) throw error;
    throw invalid(error.message, { ...error.data, warnings: [], code: error.code });
  }
}

/** Warns about a stop that would close a position in one-way mode but opens one in hedge mode. */
function openingStopWarnings({ side, type, reduceOnly, leg }: PreparedOrder['order']): string[] {
  const isStop = needsStopPrice(type) || needsTrailingDelta(type) || type === 'oco';
  if (leg === undefined || reduceOnly || !isStop) return [];
  const other = leg === 'long' ? 'short' : 'long';
  return [
    `The account is in hedge mode: this ${side} stop opens its ${leg} position and leaves its ` +
      `${other} one as it is. Set reduce_only to close the ${other} position.`,
  ];
}

/** Checks the daily limit, which `submit` checks in the store together with the reservation. */
function requireRoom({ isExempt, valueMicroUsd }: PreparedOrder, limit: DailyLimit): void {
  const { usedMicroUsd, limitMicroUsd } = limit;
  if (isExempt || usedMicroUsd + valueMicroUsd <= limitMicroUsd) return;
  throw overDailyLimit({ valueMicroUsd, limitMicroUsd, usedMicroUsd });
}

function toPreviewWire(prepared: PreparedOrder, limit: DailyLimit): OrderPreviewWire {
  const { account, order, changes, valueMicroUsd } = prepared;
  return {
    exchange: account.venue,
    exchange_account_id: account.id,
    symbol: order.symbol,
    market_type: order.marketType,
    side: order.side,
    order_type: order.type,
    quantity: order.quantity,
    price: order.price ?? null,
    stop_price: order.stopPrice ?? null,
    trailing_delta: order.trailingDelta ?? null,
    time_in_force: order.timeInForce,
    reduce_only: order.reduceOnly,
    order_value_usd: valueMicroUsd / 1e6,
    remaining_usd: Math.max(0, limit.limitMicroUsd - limit.usedMicroUsd) / 1e6,
    changes: changes.map(({ field, ...change }) => ({
      field: field === 'stopPrice' ? 'stop_price' : field,
      ...change,
    })),
  };
}

/**
 * Returns a refusal with its text where other refusals have their code, as the document defines it.
 */
function invalid(error: string, data: Readonly<Record<string, unknown>>): AppError {
  return new AppError('INVALID_ORDER', { message: error, data: { ...data, valid: false, error } });
}
