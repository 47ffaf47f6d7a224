import { cloid } from './wire.ts';

/** The time at which the order of a test was made. */
export const createdAtMs = 1_699_999_000_000;

/** An order of the test's account as in `orderStatus` and `frontendOpenOrders`. */
export function entry(changes: object = {}) {
  return {
    coin: 'ETH',
    side: 'B',
    limitPx: '100.0',
    sz: '1.5',
    oid: 91490942,
    timestamp: createdAtMs,
    triggerCondition: 'N/A',
    isTrigger: false,
    triggerPx: '0.0',
    children: [],
    isPositionTpsl: false,
    reduceOnly: false,
    orderType: 'Limit',
    origSz: '1.5',
    tif: 'Gtc',
    cloid,
    ...changes,
  };
}

/** An execution of it as in `userFillsByTime`. */
export function execution(changes: object = {}) {
  return {
    coin: 'ETH',
    px: '100.5',
    sz: '0.5',
    side: 'B',
    time: 1_699_999_400_000,
    startPosition: '0.0',
    dir: 'Open Long',
    closedPnl: '0.0',
    hash: '0x0',
    oid: 91490942,
    crossed: true,
    fee: '0.022612',
    tid: 118906512037719,
    cloid,
    feeToken: 'USDC',
    ...changes,
  };
}

/** What a second execution of the order changes: it made the rest, and got a rebate. */
export const secondExecution = { tid: 2, sz: '1.0', px: '101.0', fee: '-0.01', crossed: false };
