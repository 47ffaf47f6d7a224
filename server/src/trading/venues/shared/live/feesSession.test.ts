import { describe, expect, it } from 'vitest';
import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { VenueUnavailableError } from '../../../model/venueUnavailableError.ts';
import type { Dialect } from './dialect.ts';
import type { DialectClient } from './dialectClient.ts';
import { feesOf } from './feesSession.ts';
import type { Line } from './line.ts';

const { signal } = new AbortController();
const symbol = 'BTC/USDT' as InstrumentSymbol;
const fee = { makerBps: 1, takerBps: 2, tier: undefined, isTierBased: true };

/** Returns a class that knows the fees of these markets, or of none. */
function clientOf(name: string, marketTypes?: readonly MarketType[]): DialectClient {
  const fees = marketTypes && { marketTypes, tradingFee: async () => ({ ...fee, tier: name }) };
  const dialect = { ccxtClass: name, ...(fees && { fees }) };
  return {
    dialect: dialect as unknown as Dialect,
    where: 'nowhere',
    client: () => Promise.reject(new Error('Nobody calls it.')),
  };
}

/** A line that carries out every read. */
const line = {
  readAt: (
    dialectClient: DialectClient,
    _: AbortSignal,
    work: (call: never, dialect: Dialect) => unknown,
  ) => work(undefined as never, dialectClient.dialect),
} as unknown as Line;

describe('fees of an account', () => {
  it('are not there where no class of its venue tells them', () => {
    expect(feesOf([clientOf('one')], line)).toEqual({});
  });

  it('are told by the class that knows those of the market', async () => {
    const dialectClients = [clientOf('none'), clientOf('one', ['spot']), clientOf('two', ['swap'])];
    const { tradingFee } = feesOf(dialectClients, line);
    const tierOf = async (marketType: MarketType) =>
      (await tradingFee?.({ symbol, marketType }, signal))?.tier;
    expect([await tierOf('spot'), await tierOf('swap')]).toEqual(['one', 'two']);
    await expect(tierOf('future')).rejects.toThrow(VenueUnavailableError);
  });
});
