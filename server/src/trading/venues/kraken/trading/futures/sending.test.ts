import { describe, expect, it } from 'vitest';
import {
  krakenOrder,
  openKrakenDialect,
  symbolOf,
} from '../../../../../../test/support/exchanges/kraken/client.ts';
import { failureOf } from '../../../shared/live/failures.ts';
import { krakenFuturesDialect } from './dialect.ts';
import { krakenFuturesErrors } from './errors.ts';

const answered = (status: string) => ({
  body: {
    result: 'success',
    serverTime: '2023-11-14T22:13:20.100Z',
    sendStatus: {
      order_id: '179f9af8-e45e-469d-b3e9-2fd4675cb7d0',
      status,
      receivedTime: '2023-11-14T22:13:20.050Z',
      orderEvents: [],
    },
  },
});

const order = krakenOrder({ marketType: 'swap' });

const ticker = (last: number) => ({ body: { result: 'success', ticker: { last } } });

/** True for a stop: the last price is read before it. */
const isStop = ({ stopPrice }: { readonly stopPrice?: string | undefined }) =>
  stopPrice !== undefined;

async function submit(said: object, answer: { readonly body: unknown } = answered('placed')) {
  const made = { ...order, ...said };
  const last = 41_000 + (made.type.startsWith('stop') === (made.side === 'buy') ? -1 : 1);
  const answers = isStop(made) ? [ticker(last), answer] : [answer];
  const venue = await openKrakenDialect(krakenFuturesDialect, answers);
  const state = venue.run((call) => krakenFuturesDialect.submit(call, made));
  return { wire: venue.wire, state };
}

/** Fields of every order of these tests; the venue drops it five seconds after the clock. */
const common = {
  symbol: 'PF_XBTUSD',
  size: '0.01',
  cliOrdId: '018bcfe5-6800-7abc-8def-0123456789ab',
  processBefore: '2023-11-14T22:13:25.000Z',
};

const stop = { stopPrice: '41000', triggerSignal: 'last' };

describe('an order on futures goes out', () => {
  it.each([
    [{ type: 'market', price: undefined }, { orderType: 'mkt' }],
    [{ type: 'limit' }, { orderType: 'lmt', limitPrice: '40000' }],
    [
      { type: 'limit', timeInForce: 'IOC' },
      { orderType: 'ioc', limitPrice: '40000' },
    ],
    [
      { type: 'limit', timeInForce: 'FOK' },
      { orderType: 'fok', limitPrice: '40000' },
    ],
    [
      { type: 'limit', timeInForce: 'POST_ONLY' },
      { orderType: 'post', limitPrice: '40000' },
    ],
    [
      { type: 'stop_loss', price: undefined, stopPrice: '41000' },
      { orderType: 'stp', ...stop },
    ],
    [
      { type: 'stop_loss_limit', stopPrice: '41000' },
      { orderType: 'stp', limitPrice: '40000', ...stop },
    ],
    [
      { type: 'take_profit', price: undefined, stopPrice: '41000' },
      { orderType: 'take_profit', ...stop },
    ],
    [
      { type: 'take_profit_limit', stopPrice: '41000' },
      { orderType: 'take_profit', limitPrice: '40000', ...stop },
    ],
  ])('%j', async (said, wanted) => {
    for (const side of ['buy', 'sell']) {
      for (const reduceOnly of [false, true]) {
        const { wire, state } = await submit({ ...said, side, reduceOnly });
        expect(await state).toBeUndefined();
        const reducing = reduceOnly ? { reduceOnly: 'true' } : {};
        expect(wire.slice('stopPrice' in said ? 1 : 0)).toEqual([
          {
            method: 'POST',
            address: 'futures.kraken.com/derivatives/api/v3/sendorder',
            fields: { ...common, side, ...wanted, ...reducing },
          },
        ]);
      }
    }
  });

  it('to the product of its maturity', async () => {
    const said = { marketType: 'future', symbol: symbolOf('BTC/USD:USD-231229') };
    const { wire } = await submit(said);
    expect(wire[0]?.fields.symbol).toBe('FF_XBTUSD_231229');
  });
});

describe('an order on futures is refused before anything is sent', () => {
  it.each([
    { type: 'trailing_stop', trailingDelta: 1 },
    { type: 'oco', stopPrice: '41000' },
    { type: 'stop_loss_limit', stopPrice: '41000', timeInForce: 'IOC' },
    { type: 'take_profit_limit', stopPrice: '41000', timeInForce: 'POST_ONLY' },
    { type: 'market', timeInForce: 'POST_ONLY' },
    // Counted in dollars.
    { symbol: symbolOf('BTC/USD:BTC') },
    // Counted in tens of coins.
    { symbol: symbolOf('XRP/USD:USD') },
    // Listed under the name of another product.
    { symbol: symbolOf('ETH/USD:USD') },
  ])('%j', async (said) => {
    const { wire, state } = await submit(said);
    await expect(state).rejects.toMatchObject({ name: 'DialectRefusal' });
    expect(wire).toEqual([]);
  });
});

describe('a stop on futures', () => {
  const send = async (said: object, answers: Parameters<typeof openKrakenDialect>[1]) => {
    const venue = await openKrakenDialect(krakenFuturesDialect, answers);
    const made = { ...order, stopPrice: '41000', ...said };
    const error: unknown = await venue
      .run((call) => krakenFuturesDialect.submit(call, made))
      .catch((thrown: unknown) => thrown);
    return { wire: venue.wire, error };
  };

  it.each([
    ['stop_loss', 'buy', 41_000],
    ['stop_loss', 'sell', 40_999],
    ['take_profit', 'buy', 40_000],
    ['take_profit_limit', 'sell', 41_001],
  ])('%s to %s is refused with the last price at %d', async (type, side, last) => {
    const { wire, error } = await send({ type, side }, [ticker(last)]);
    const message = 'The order would trigger at once.';
    expect(error).toMatchObject({ message });
    const refused = { kind: 'refused', code: 'WOULD_TRIGGER', message };
    expect(failureOf(error, krakenFuturesErrors)).toMatchObject(refused);
    expect(wire.map(({ method }) => method)).toEqual(['GET']);
  });

  it('has not left where the price is not told', async () => {
    const { wire, error } = await send({ type: 'stop_loss' }, [{ body: { result: 'success' } }]);
    expect(error).toMatchObject({ name: 'NotSentError' });
    expect(wire.map(({ method }) => method)).toEqual(['GET']);
  });
});

describe('what kraken says of an order on futures', () => {
  const failure = async (answer: { readonly status?: number; readonly body: unknown }) => {
    const { state } = await submit({}, answer);
    const error: unknown = await state.catch((thrown: unknown) => thrown);
    return failureOf(error, krakenFuturesErrors);
  };

  it.each([
    ['insufficientAvailableFunds', 'INSUFFICIENT_MARGIN'],
    ['wouldCauseLiquidation', 'INSUFFICIENT_MARGIN'],
    ['clientOrderIdAlreadyExist', 'DUPLICATE'],
    ['postWouldExecute', 'WOULD_TAKE', 'The order would take liquidity at once.'],
    ['iocWouldNotExecute', 'CANNOT_FILL', 'The whole quantity cannot be filled at once.'],
    ['wouldNotReducePosition', 'NOTHING_TO_REDUCE', 'There is no position left to reduce.'],
    ...['invalidSize', 'invalidPrice', 'outsidePriceCollar', 'maxPositionViolation'].map(other),
    ...['tooManySmallOrders', 'tooManyOrders', 'selfFill', 'marketSuspended'].map(other),
    ...['marketInactive', 'marketIsPostOnly', 'clientOrderIdTooBig', 'clientOrderIdInvalid'].map(
      other,
    ),
    ...['fixedLeverageTooHigh', 'wouldIncreasePriceDislocation'].map(other),
  ])('%s is a refusal', async (status, code, message) => {
    const told = message === undefined ? {} : { message };
    expect(await failure(answered(status ?? ''))).toMatchObject({ kind: 'refused', code, ...told });
  });

  it('too late is not taken, and a status nobody knows leaves it open', async () => {
    expect((await failure(answered('wouldProcessAfterSpecifiedTime'))).kind).toBe('limited');
    expect((await failure(answered('dreaming'))).kind).toBe('unknown');
  });

  it.each([
    ['apiLimitExceeded', 'limited'],
    ['nonceBelowThreshold', 'limited'],
    ['Server Error', 'unknown'],
    ['unknownError', 'unknown'],
    ['Unavailable', 'unknown'],
    ['unavailable', 'unknown'],
    ['authenticationError', 'refused'],
    ['accountInactive', 'refused'],
    ['invalidArgument: size', 'refused'],
    ['marketUnavailable', 'refused'],
    ['requiredArgumentMissing', 'refused'],
  ])('the error %s is %s', async (error, kind) => {
    expect((await failure({ body: { result: 'error', error } })).kind).toBe(kind);
  });

  it('the error of the engine is told from a fault of the server', async () => {
    const errors = (code: number, message: string) => ({
      body: { status: 'x', result: 'error', errors: [{ code, message }] },
    });
    const margin = await failure({ status: 500, ...errors(92, 'INSUFFICIENT_MARGIN') });
    expect(margin).toMatchObject({ kind: 'refused', code: 'INSUFFICIENT_MARGIN' });
    // A setting that is refused in these words conflicts with a position; an order lacks margin.
    const liquidating = await failure({ status: 500, ...errors(41, 'WOULD_CAUSE_LIQUIDATION') });
    expect(liquidating).toMatchObject({ kind: 'refused', code: 'INSUFFICIENT_MARGIN' });
    const type = await failure({ status: 400, ...errors(11, 'invalid order type') });
    expect(type).toMatchObject({ kind: 'refused', code: 'OTHER' });
    expect((await failure({ status: 500, ...errors(1, 'whatever') })).kind).toBe('unknown');
    expect((await failure({ status: 429, body: {} })).kind).toBe('limited');
  });

  it('a dead key is told as one', async () => {
    const told = await failure({ body: { result: 'error', error: 'authenticationError' } });
    expect(told.message).toBe('The exchange does not accept the credentials of the account.');
  });
});

function other(status: string): readonly string[] {
  return [status, 'OTHER'];
}
