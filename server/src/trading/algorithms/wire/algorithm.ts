import type {
  AlgorithmChildWire,
  AlgorithmDetailsWire,
  AlgorithmEventWire,
  AlgorithmTcaWire,
  AlgorithmWire,
} from '@windlass/contract';
import { exactly, meanPrice } from '../../../kit/exact.ts';
import { isoTime } from '../../../kit/isoTime.ts';
import type { Side } from '../../model/order.ts';
import { legOf, sideOf } from '../legs.ts';
import { toParamsWire } from '../params.ts';
import { notBeyond } from '../running/progress.ts';
import type {
  AlgorithmDetails,
  AlgorithmProgress,
  AlgorithmRecord,
  AlgorithmSnapshot,
  AlgorithmTca,
  ChildRecord,
  HistoryEntry,
} from '../types.ts';

/** Orderbook §2.5. */
export function toAlgorithmWire(snapshot: AlgorithmSnapshot): AlgorithmWire {
  const { record, state, progress, estimatedEndMs } = snapshot;
  const { symbol, side, status } = record;
  return {
    order_id: record.id,
    client_algorithm_id: record.clientId ?? null,
    algorithm_type: record.type,
    symbol,
    side,
    total_quantity: Number(record.quantity),
    limit_price: record.limitPrice ?? null,
    exchange_account_ids: [...record.accountIds],
    reduce_only: record.reduceOnly,
    params: toParamsWire(record, { symbol, quantity: Number(record.quantity) }),
    status,
    status_reason: record.reason ?? idleReason(record) ?? null,
    waiting_for: record.run.waitingFor ?? null,
    arrival_price: record.arrivalPrice,
    arrival_spread_bps: record.arrivalSpreadBps,
    estimated_completion: timeOrNull(estimatedEndMs),
    created_at: isoTime(record.createdAtMs),
    updated_at: isoTime(record.updatedAtMs),
    ended_at: timeOrNull(record.endedAtMs),
    progress: toProgressWire(progress),
    state,
  };
}

/** Returns the reason for waiting of an algorithm that runs and never could order anything. */
function idleReason({ status, run }: AlgorithmRecord): string | undefined {
  return status === 'RUNNING' && run.nextChild === 1 ? run.waitingFor : undefined;
}

function toProgressWire(progress: AlgorithmProgress): AlgorithmWire['progress'] {
  return {
    filled_quantity: progress.filled,
    remaining_quantity: progress.remaining,
    fill_percentage: progress.fillPct,
    vwap: progress.vwap ?? null,
    child_orders_filled: progress.childrenFilled,
    total_fees: progress.feesQuote,
    child_orders: progress.children,
    fees: [...progress.fees],
  };
}

export function toAlgorithmDetailsWire(details: AlgorithmDetails): AlgorithmDetailsWire {
  const { record } = details;
  return {
    ...toAlgorithmWire(details),
    child_orders: details.children.map((child) => toChildWire(child, record)),
    events: details.events.map(toEventWire),
    tca: toTcaWire(details.tca),
  };
}

function toChildWire(child: ChildRecord, record: AlgorithmRecord): AlgorithmChildWire {
  const { number, leg, purpose, group, price } = child;
  const filled = Number(child.filled);
  const side = sideOf(record, child);
  return {
    number,
    order_id: child.orderId ?? null,
    client_order_id: child.clientOrderId,
    exchange_account_id: child.accountId,
    symbol: legOf(record, leg).symbol,
    side,
    leg,
    purpose,
    group,
    quantity: Number(child.quantity),
    price,
    time_in_force: child.timeInForce,
    status: child.orderStatus ?? (child.stage === 'over' ? 'not_sent' : 'intended'),
    filled_quantity: filled,
    average_price: meanOf(child, side) ?? null,
    fee: Number(child.fee),
    fee_currency: child.feeAsset ?? null,
    reason: child.reason ?? child.refusedCode ?? null,
    created_at: isoTime(child.createdAtMs),
    updated_at: isoTime(child.updatedAtMs),
  };
}

function meanOf({ cost, filled, price }: ChildRecord, side: Side): number | undefined {
  const mean = meanPrice(exactly(cost), exactly(filled));
  return mean === undefined ? undefined : notBeyond(side, mean, price);
}

export function toEventWire({ number, atMs, kind, text }: HistoryEntry): AlgorithmEventWire {
  return { number, timestamp: isoTime(atMs), kind, text };
}

function toTcaWire(tca: AlgorithmTca): AlgorithmTcaWire {
  return {
    arrival_price: tca.arrivalPrice,
    vwap: tca.vwap ?? null,
    slippage_bps: tca.slippageBps ?? null,
    interval_twap: tca.intervalTwap ?? null,
    twap_slippage_bps: tca.twapSlippageBps ?? null,
    fees_bps: tca.feesBps ?? null,
    cost_bps: tca.costBps ?? null,
  };
}

function timeOrNull(atMs: number | undefined): string | null {
  return atMs === undefined ? null : isoTime(atMs);
}
