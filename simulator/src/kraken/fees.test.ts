import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, type Bench, openBench, secret, signedBody } from '../../test/support/kraken.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  const shared = { base: 'BTC', quote: 'USD', makerFeePpm: -25, takerFeePpm: 550 };
  const steps = { tick: '1', lot: '0.0001', minQuantity: '0.0001', minNotional: '0' };
  bench.simulator.defineMarket('krakenfutures', { ...shared, ...steps, kind: 'swap' });
});
afterEach(() => bench.simulator.close());

const tier = (fee: string) => ({
  fee,
  minfee: fee,
  maxfee: fee,
  nextfee: null,
  nextvolume: null,
  tiervolume: '0.0000',
});

/** Sends a request with a JSON body. */
async function askJson(pair: unknown) {
  const nonce = bench.nonce();
  const body = JSON.stringify({ nonce, pair });
  const { path, headers } = signedBody('TradeVolume', { body, nonce, key: secret });
  const json = { ...headers, 'API-Key': apiKey, 'Content-Type': 'application/json' };
  return (await bench.raw({ path, body, headers: json })).json;
}

describe('the trade volume', () => {
  it('is told with the fees of the pairs that are named', async () => {
    const { currency, volume, fees, fees_maker } = await bench.ok('TradeVolume', {
      pair: 'XXBTZUSD,XDGUSD',
    });
    expect([currency, volume]).toEqual(['ZUSD', '0.0000']);
    expect(fees).toEqual({ XXBTZUSD: tier('0.0500'), XDGUSD: tier('0.0500') });
    expect(fees_maker).toEqual({ XXBTZUSD: tier('0.0200'), XDGUSD: tier('0.0200') });
  });

  it('has no fees where no pair is named, and none of a pair that nobody knows', async () => {
    expect(await bench.ok('TradeVolume')).toEqual({ currency: 'ZUSD', volume: '0.0000' });
    expect(await bench.no('TradeVolume', { pair: 'PF_XBTUSD' })).toBe('EQuery:Unknown asset pair');
  });

  it('has those of contracts for who says in JSON that they are', async () => {
    const contract = { asset: 'PF_XBTUSD', aclass: 'derivatives' };
    const { error, result } = await askJson([contract, { asset: 'XXBTZUSD', aclass: 'forex' }]);
    expect(error).toEqual([]);
    expect(result.fees).toEqual({ PF_XBTUSD: tier('0.0550'), XXBTZUSD: tier('0.0500') });
    expect(result.fees_maker).toMatchObject({ PF_XBTUSD: tier('-0.0025') });
    expect(await askJson('XXBTZUSD')).toMatchObject({ result: { fees: { XXBTZUSD: {} } } });
  });

  it.each([
    [[{ asset: 'PF_XBTUSD' }], 'EQuery:Unknown asset pair'],
    [[{ asset: 'PF_LTCUSD', aclass: 'derivatives' }], 'EQuery:Unknown asset pair'],
    [[{ asset: 'PF_XBTUSD', aclass: 'equity_pair' }], 'EGeneral:Invalid arguments:pair'],
    [['PF_XBTUSD'], 'EGeneral:Invalid arguments:pair'],
  ])('is refused of %j', async (pair, text) => {
    expect(await askJson(pair)).toEqual({ error: [text] });
  });
});
