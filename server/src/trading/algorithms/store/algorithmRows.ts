import { assert } from '../../../kit/assert.ts';
import { type StoredFields, storedFields } from '../../../kit/storedFields.ts';
import type { AlgorithmRows } from '../../../store/operations.ts';
import type { AlgorithmChildRow, AlgorithmEventRow, AlgorithmRow } from '../../../store/schema.ts';
import type { AccountId } from '../../model/account.ts';
import { orderStatuses, sides } from '../../model/order.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { ChildPurpose, LegNumber } from '../algorithm.ts';
import { algorithmTypes, type ParamsOf } from '../params.ts';
import type {
  AlgorithmRecord,
  AlgorithmSave,
  AlgorithmType,
  ChildRecord,
  HistoryEntry,
  HistoryKind,
  LegSums,
  RunState,
} from '../types.ts';

type RecordColumns =
  | 'id'
  | 'clientId'
  | 'requestHash'
  | 'type'
  | 'symbol'
  | 'status'
  | 'actorId'
  | 'owner'
  | 'createdAtMs'
  | 'updatedAtMs'
  | 'endedAtMs';

type ChildColumns = 'number' | 'accountId' | 'clientOrderId' | 'stage' | 'filled';

export function toAlgorithmRows({ record, children, events }: AlgorithmSave): AlgorithmRows {
  const { id } = record;
  return {
    order: toAlgorithmRow(record),
    children: children.map((child) => toChildRow(id, child)),
    events: events.map((event) => toEventRow(id, event)),
  };
}

function toAlgorithmRow(record: AlgorithmRecord): AlgorithmRow {
  const { id, clientId, requestHash, type, symbol, status, actorId, ...others } = record;
  const { owner, createdAtMs, updatedAtMs, endedAtMs, ...rest } = others;
  const content: Omit<AlgorithmRecord, RecordColumns> = rest;
  return {
    id,
    client_id: clientId ?? null,
    request_hash: requestHash,
    type,
    symbol,
    status,
    actor_id: actorId,
    created_at_ms: createdAtMs,
    updated_at_ms: updatedAtMs,
    ended_at_ms: endedAtMs ?? null,
    record_json: toJson(content, `the algorithm ${id}`),
    owner,
  };
}

function toChildRow(parentId: string, child: ChildRecord): AlgorithmChildRow {
  const { number, accountId, clientOrderId, stage, filled, ...rest } = child;
  const content: Omit<ChildRecord, ChildColumns> = rest;
  return {
    parent_id: parentId,
    number,
    account_id: accountId,
    client_order_id: clientOrderId,
    stage,
    filled,
    child_json: toJson(content, `child ${number} of the algorithm ${parentId}`),
  };
}

/** The text may contain a venue's words, and PostgreSQL takes no zeros and no half characters. */
function toEventRow(parentId: string, { number, atMs, kind, text }: HistoryEntry) {
  const plain = text.toWellFormed().replaceAll('\0', '\uFFFD');
  return { parent_id: parentId, number, at_ms: atMs, kind, text: plain };
}

/** JSON turns NaN and Infinity into null: an algorithm would continue from another state. */
function toJson(content: object, of: string): string {
  return JSON.stringify(content, (name, value: unknown) => {
    assert(typeof value !== 'number' || Number.isFinite(value), `${name} of ${of} is a number`);
    return value;
  });
}

/**
 * Only `toAlgorithmRows` writes rows. Fields that the host computes with are checked all the same:
 * a row that somebody edited must not be taken for an algorithm.
 */
export function fromAlgorithmRow(row: AlgorithmRow): AlgorithmRecord {
  const of = `the stored algorithm ${row.id}`;
  const read = storedFields({ ...JSON.parse(row.record_json), type: row.type }, of);
  return {
    id: row.id,
    clientId: row.client_id ?? undefined,
    requestHash: row.request_hash,
    type: read.oneOf('type', algorithmTypes),
    symbol: row.symbol as InstrumentSymbol,
    side: read.oneOf('side', sides),
    quantity: read.decimal('quantity'),
    limitPrice: read.optional('limitPrice', read.number),
    accountIds: read.list('accountIds').map((each) => String(each) as AccountId),
    // Earlier versions did not have this field.
    reduceOnly: read.optional('reduceOnly', read.flag) ?? false,
    // They are of its type: the API parsed and stored both together.
    params: read.json('params') as ParamsOf[AlgorithmType],
    actorId: row.actor_id,
    owner: row.owner,
    arrivalPrice: read.number('arrivalPrice'),
    arrivalSpreadBps: read.number('arrivalSpreadBps'),
    status: row.status,
    reason: read.optional('reason', read.text),
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
    endedAtMs: row.ended_at_ms ?? undefined,
    state: read.json('state'),
    run: toRun(storedFields(read.json('run'), of)),
  };
}

function toRun(read: StoredFields): RunState {
  return {
    elapsedMs: read.number('elapsedMs'),
    savedAtMs: read.number('savedAtMs'),
    nextChild: read.number('nextChild'),
    nextEvent: read.number('nextEvent'),
    waitingFor: read.optional('waitingFor', read.text),
    ending: read.optional('ending', (name) => toEnding(storedFields(read.json(name), read.of))),
    barred: read.list('barred').map((each) => toBarred(storedFields(each, read.of))),
    filled: read.decimal('filled'),
    cost: read.decimal('cost'),
    fees: read.list('fees').map((each) => {
      const fee = storedFields(each, read.of);
      return { asset: fee.text('asset'), amount: fee.decimal('amount') };
    }),
    feesQuote: read.decimal('feesQuote'),
    childrenFilled: read.number('childrenFilled'),
    // Rows from before there were pairs have none.
    legs: (read.optional('legs', read.list) ?? []).map((each) =>
      toLegSums(storedFields(each, read.of)),
    ),
    isHalted: read.optional('isHalted', read.flag) ?? false,
    midTimeMs: read.number('midTimeMs'),
    midSum: read.number('midSum'),
    lastMid: read.number('lastMid'),
    isDust: read.flag('isDust'),
    reported: read.json('reported') as RunState['reported'],
  };
}

function toEnding(read: StoredFields): NonNullable<RunState['ending']> {
  return {
    status: read.oneOf('status', ['COMPLETED', 'CANCELLED', 'FAILED']),
    reason: read.optional('reason', read.text),
  };
}

function toLegSums(read: StoredFields): LegSums {
  return {
    opened: read.decimal('opened'),
    closed: read.decimal('closed'),
    openedCost: read.decimal('openedCost'),
    closedCost: read.decimal('closedCost'),
    baseFees: read.decimal('baseFees'),
  };
}

function toBarred(read: StoredFields): RunState['barred'][number] {
  return {
    accountId: read.text('accountId') as AccountId,
    leg: legIn(read),
    opensOnly: read.optional('opensOnly', read.flag) ?? false,
    reason: read.text('reason'),
    untilMs: read.json('untilMs') === null ? null : read.number('untilMs'),
    times: read.number('times'),
  };
}

/** Children from before there were pairs belong to the only leg. */
function legIn(read: StoredFields): LegNumber {
  return read.optional('leg', read.number) === 1 ? 1 : 0;
}

export function fromChildRow(row: AlgorithmChildRow): ChildRecord {
  const { number, filled } = row;
  const of = `child ${number} of the stored algorithm ${row.parent_id}`;
  const read = storedFields({ ...JSON.parse(row.child_json), filled }, of);
  return {
    number,
    group: read.number('group'),
    purpose: read.oneOf('purpose', purposes),
    leg: legIn(read),
    isClosing: read.optional('isClosing', read.flag) ?? false,
    accountId: row.account_id as AccountId,
    clientOrderId: row.client_order_id,
    quantity: read.decimal('quantity'),
    price: read.number('price'),
    timeInForce: read.oneOf('timeInForce', ['GTC', 'IOC', 'POST_ONLY']),
    stage: row.stage,
    isCancelling: read.flag('isCancelling'),
    orderId: read.optional('orderId', read.text),
    orderStatus: read.optional('orderStatus', (name) => read.oneOf(name, orderStatuses)),
    filled: read.decimal('filled'),
    cost: read.decimal('cost'),
    fee: read.decimal('fee'),
    feeAsset: read.optional('feeAsset', read.text),
    feeQuote: read.decimal('feeQuote'),
    refusedCode: read.optional('refusedCode', read.text),
    reason: read.optional('reason', read.text),
    placedAtMs: read.number('placedAtMs'),
    createdAtMs: read.number('createdAtMs'),
    updatedAtMs: read.number('updatedAtMs'),
  };
}

const purposes: readonly ChildPurpose[] = [
  'slice',
  'take',
  'catch_up',
  'level',
  'sweep',
  'lead',
  'hedge',
  'unwind',
];

export function fromEventRow({ number, at_ms, kind, text }: AlgorithmEventRow): HistoryEntry {
  return { number, atMs: at_ms, kind: kind as HistoryKind, text };
}
