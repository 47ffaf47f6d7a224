import { describe, expect, it } from 'vitest';
import { ok, openBybit, refusal } from '../../../../../test/support/exchanges/bybit/client.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { failureOf } from '../../shared/live/failures.ts';
import { bybitErrors } from './errors.ts';
import { bybitPerps } from './perps.ts';

const leveragePath = '/v5/position/set-leverage';
const modePath = '/v5/account/set-margin-mode';
const market = { symbol: 'BTC/USDC:USDC' as InstrumentSymbol, marketType: 'swap' } as const;

type Venue = ReturnType<typeof openBybit>;
const setLeverage = (venue: Venue, leverage: number) =>
  venue.ask(async (call) => bybitPerps.leverage?.set(call, { ...market, leverage }));
const setMode = (venue: Venue, marginMode: 'cross' | 'isolated' = 'isolated') =>
  venue.ask(async (call) => bybitPerps.setMarginMode?.(call, { ...market, marginMode }));

/** A refusal of the margin mode, as in the documents. */
const modeRefusal = (...reasons: readonly object[]) => ({
  ...refusal(3400045, 'Set margin mode failed'),
  result: { reasons },
});
const reason = (reasonCode: string, reasonMsg: string) => ({ reasonCode, reasonMsg });

describe('leverage is set at bybit', () => {
  it('for both sides, as decimal text', async () => {
    const venue = openBybit({ [leveragePath]: [ok({})] });
    const told = await setLeverage(venue, 2.5);
    expect(venue.sent).toMatchObject([
      {
        method: 'POST',
        path: leveragePath,
        fields: {
          category: 'linear',
          symbol: 'BTCPERP',
          buyLeverage: '2.5',
          sellLeverage: '2.5',
        },
      },
    ]);
    expect(told?.result).toMatchObject({ retCode: 0, already_set: false });
  });

  it('with success where it was set before', async () => {
    const venue = openBybit({ [leveragePath]: [refusal(110043, 'leverage not modified')] });
    expect((await setLeverage(venue, 3))?.result).toMatchObject({
      retCode: 110043,
      retMsg: 'leverage not modified',
      already_set: true,
    });
    expect(venue.sent).toHaveLength(1);
  });
});

describe('the margin mode is set at bybit', () => {
  it.each([
    ['cross', 'REGULAR_MARGIN'],
    ['isolated', 'ISOLATED_MARGIN'],
  ] as const)('to %s for the whole account, which names no market', async (marginMode, word) => {
    const venue = openBybit({ [modePath]: [ok({ reasons: [] })] });
    const told = await setMode(venue, marginMode);
    expect(venue.sent.map(({ fields }) => fields)).toEqual([{ setMarginMode: word }]);
    expect(told?.result).toMatchObject({
      account_wide: true,
      already_set: false,
      answer: { retCode: 0, retMsg: 'OK' },
    });
  });

  it('with success where it was set before', async () => {
    const text = 'Cross/isolated margin mode is not modified';
    const venue = openBybit({ [modePath]: [refusal(110026, text)] });
    expect((await setMode(venue))?.result).toMatchObject({
      account_wide: true,
      already_set: true,
      answer: { retCode: 110026 },
    });
  });

  it('not when a success has reasons against it', async () => {
    const venue = openBybit({ [modePath]: [ok({ reasons: [reason('1', 'not today')] })] });
    await expect(setMode(venue)).rejects.toThrow('not today');
  });
});

describe('a setting is refused by bybit', () => {
  const orders = reason('3400002', 'Please ensure that there are no active orders');
  const positions = reason('3400001', 'Please ensure that there are no positions');
  const equity = reason('3400000', 'Equity needs to be equal to or greater than 1000 USDC');
  it.each([
    [refusal(110013, 'Cannot set leverage due to risk limit level.'), 'INVALID'],
    [refusal(10001, 'buy leverage not equal sell leverage'), 'INVALID'],
    [refusal(10001, 'leverage invalid'), 'INVALID'],
    [refusal(10001, 'position idx not match position mode'), 'POSITION_MODE'],
    [refusal(110012, 'Insufficient available balance.'), 'INSUFFICIENT_BALANCE'],
    [refusal(110044, 'Available margin is insufficient.'), 'INSUFFICIENT_BALANCE'],
    [refusal(110046, 'Liquidation will be triggered immediately.'), 'CONFLICT'],
    [refusal(110038, 'Not allowed to change leverage due to portfolio margin.'), 'CONFLICT'],
    [modeRefusal(orders, positions), 'CONFLICT'],
    [modeRefusal(positions), 'CONFLICT'],
    [modeRefusal(reason('3400054', 'You have uncancelled USDT perpetual orders')), 'CONFLICT'],
    [modeRefusal(equity), 'INSUFFICIENT_BALANCE'],
    [modeRefusal(), 'OTHER'],
  ])('%j: %s', async (answer, code) => {
    const venue = openBybit({ [leveragePath]: [answer] });
    const error = await setLeverage(venue, 3).catch((thrown: unknown) => thrown);
    expect(failureOf(error, bybitErrors)).toMatchObject({ kind: 'refused', code });
  });

  it.each([
    [refusal(10016, 'Server error.')],
    [modeRefusal(reason('3400214', 'Server error, please try again later'))],
    [new Error('reset')],
  ])('%j: nobody knows', async (answer) => {
    const venue = openBybit({ [modePath]: [answer] });
    const error = await setMode(venue).catch((thrown: unknown) => thrown);
    expect(failureOf(error, bybitErrors).kind).toBe('unknown');
  });
});
