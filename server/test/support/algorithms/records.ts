import type {
  AlgorithmRecord,
  AlgorithmSave,
  ChildRecord,
  HistoryEntry,
  RunState,
} from '../../../src/trading/algorithms/types.ts';
import type { AccountId } from '../../../src/trading/model/account.ts';
import { accountId, btc, startMs } from '../orders/fixture.ts';

/** Returns a run in which nothing has happened yet. */
export function runOf(changes: Partial<RunState> = {}): RunState {
  return {
    elapsedMs: 0,
    savedAtMs: startMs,
    nextChild: 1,
    nextEvent: 1,
    waitingFor: undefined,
    ending: undefined,
    barred: [],
    filled: '0',
    cost: '0',
    fees: [],
    feesQuote: '0',
    childrenFilled: 0,
    legs: [],
    isHalted: false,
    midTimeMs: 0,
    midSum: 0,
    lastMid: 100,
    isDust: false,
    reported: {},
    ...changes,
  };
}

/** Returns a running sweep for 2 BTC on the desk that has done nothing yet. */
export function recordOf(id: string, changes: Partial<AlgorithmRecord> = {}): AlgorithmRecord {
  return {
    id,
    clientId: undefined,
    requestHash: `hash of ${id}`,
    type: 'sweep',
    symbol: btc,
    side: 'buy',
    quantity: '2',
    limitPrice: undefined,
    accountIds: [accountId],
    reduceOnly: false,
    params: { urgency: 'aggressive', useSor: true, maxSlippageBps: 50, maxRetries: 3 },
    actorId: 'key-1',
    owner: 'main',
    arrivalPrice: 100.5,
    arrivalSpreadBps: 1.25,
    status: 'RUNNING',
    reason: undefined,
    createdAtMs: startMs,
    updatedAtMs: startMs,
    endedAtMs: undefined,
    state: { phase: 'first' },
    run: runOf(),
    ...changes,
  };
}

/** Returns an order of 1 BTC on the desk that is about to leave. */
export function childOf(
  parentId: string,
  number: number,
  changes: Partial<ChildRecord> = {},
): ChildRecord {
  return {
    number,
    group: 0,
    purpose: 'sweep',
    leg: 0,
    isClosing: false,
    accountId: accountId,
    clientOrderId: `${parentId}.${number}`,
    quantity: '1',
    price: 100.5,
    timeInForce: 'IOC',
    stage: 'intended',
    isCancelling: false,
    orderId: undefined,
    orderStatus: undefined,
    filled: '0',
    cost: '0',
    fee: '0',
    feeAsset: undefined,
    feeQuote: '0',
    refusedCode: undefined,
    reason: undefined,
    placedAtMs: 0,
    createdAtMs: startMs,
    updatedAtMs: startMs,
    ...changes,
  };
}

export function entryOf(number: number, changes: Partial<HistoryEntry> = {}): HistoryEntry {
  return { number, atMs: startMs + number, kind: 'note', text: `line ${number}`, ...changes };
}

export function saveOf(
  record: AlgorithmRecord,
  parts: Partial<Pick<AlgorithmSave, 'children' | 'events'>> = {},
): AlgorithmSave {
  return { record, children: [], events: [], ...parts };
}

/** Returns the record after its end. */
export function endedRecord(
  record: AlgorithmRecord,
  status: 'COMPLETED' | 'CANCELLED' | 'FAILED',
  endedAtMs: number,
): AlgorithmRecord {
  const reason = status === 'COMPLETED' ? undefined : 'why';
  return { ...record, status, reason, endedAtMs, updatedAtMs: endedAtMs };
}

/** Returns a record with a value in every optional field. */
export function fullRecord(id: string, clientId: string): AlgorithmRecord {
  return recordOf(id, {
    clientId,
    type: 'ladder',
    side: 'sell',
    quantity: '0.123456789012345678',
    limitPrice: 0.1 + 0.2,
    accountIds: ['other', accountId].map((each) => each as AccountId),
    reduceOnly: true,
    params: {
      numLevels: 3,
      priceSpacingBps: 10,
      sizeDistribution: 'linear',
      startPrice: 99.5,
      cancelOnFillPct: 80,
    },
    status: 'CANCELLING',
    reason: 'it was asked for — „so“',
    updatedAtMs: startMs + 7,
    state: { levels: [{ price: 1e-7, placed: null }], text: '\u0000 \ud83d', nested: [[]] },
    run: runOf({
      elapsedMs: 12.5,
      nextChild: 4,
      nextEvent: 9,
      isDust: true,
      reported: { phase: 1 },
      waitingFor: 'a book of okx',
      ending: { status: 'FAILED', reason: 'no account is left' },
      barred: [
        {
          accountId: accountId,
          leg: 0,
          opensOnly: true,
          reason: 'busy',
          untilMs: 90_000,
          times: 2,
        },
        {
          accountId: 'other' as AccountId,
          leg: 1,
          opensOnly: false,
          reason: 'halted',
          untilMs: null,
          times: 1,
        },
      ],
      filled: '0.1',
      cost: '10.05',
      feesQuote: '-0.001',
      childrenFilled: 1,
      fees: [{ asset: 'BNB', amount: '0.00002' }],
      midTimeMs: 4_000,
      midSum: 402_000.25,
      lastMid: 100.25,
    }),
  });
}

export function fullChild(parentId: string, number: number): ChildRecord {
  return childOf(parentId, number, {
    group: 3,
    purpose: 'catch_up',
    timeInForce: 'POST_ONLY',
    stage: 'over',
    isCancelling: true,
    orderId: 'order-1',
    orderStatus: 'canceled',
    filled: '0.3',
    cost: '30.15',
    fee: '0.0003',
    feeAsset: 'BTC',
    feeQuote: '0.03015',
    refusedCode: 'BELOW_MINIMUM_ORDER',
    reason: 'too little \u0000',
    placedAtMs: 250,
    updatedAtMs: startMs + 3,
  });
}
