import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  openKrakenDialect,
  symbolOf,
} from '../../../../../../test/support/exchanges/kraken/client.ts';
import { createManualClock } from '../../../../../../test/support/manualClock.ts';
import type { MarketType } from '../../../../model/order.ts';
import { failureOf } from '../../../shared/live/failures.ts';
import { krakenFuturesDialect } from '../futures/dialect.ts';
import { krakenSpotDialect } from './dialect.ts';
import { signAsJson } from './jsonRequests.ts';

/** As documented (TradeVolume), with numbers of 2024; fees are percentages. */
const tier = (fee: string) => ({
  fee,
  minfee: '0.1000',
  maxfee: '0.2600',
  nextfee: '0.2400',
  tiervolume: '0.0000',
  nextvolume: '50000.0000',
});
const volume = { currency: 'ZUSD', volume: '200709587.4223' };

async function ask(result: object, text = 'BTC/USD', marketType: MarketType = 'spot') {
  const { fees } = krakenSpotDialect;
  if (!fees) throw new Error('kraken tells fees');
  const kraken = await openKrakenDialect(krakenSpotDialect, [
    { body: { error: [], result: { ...volume, ...result } } },
  ]);
  const market = { symbol: symbolOf(text), marketType };
  return { ...kraken, told: kraken.run((call) => fees.tradingFee(call, market)) };
}

describe('fees of kraken', () => {
  it('of a pair are asked for by its name, and told in percent', async () => {
    const { told, wire } = await ask({
      fees: { XXBTZUSD: tier('0.2600') },
      fees_maker: { XXBTZUSD: tier('0.1600') },
    });
    expect(await told).toEqual({
      makerBps: 16,
      takerBps: 26,
      tier: undefined,
      isTierBased: true,
    });
    const address = 'api.kraken.com/0/private/TradeVolume';
    expect(wire).toEqual([{ method: 'POST', address, fields: { pair: 'XXBTZUSD' } }]);
  });

  it('are alike on both sides where makers have none of their own', async () => {
    const fees = { XXBTZUSD: tier('0.0700') };
    const { told } = await ask({ fees });
    expect(await told).toMatchObject({ makerBps: 7, takerBps: 7 });
    const other = await ask({ fees, fees_maker: null });
    expect(await other.told).toMatchObject({ makerBps: 7, takerBps: 7 });
  });

  it('are exact, and below zero where a maker is paid', async () => {
    const { told } = await ask({
      fees: { XXBTZUSD: tier('0.0575') },
      fees_maker: { XXBTZUSD: tier('-0.0100') },
    });
    expect(await told).toMatchObject({ makerBps: -1, takerBps: 5.75 });
    const free = await ask({
      fees: { XXBTZUSD: tier('0.1000') },
      fees_maker: { XXBTZUSD: tier('0.0000') },
    });
    expect(await free.told).toMatchObject({ makerBps: 0, takerBps: 10 });
  });

  it('are those of the pair, and not of others beside it', async () => {
    const { told } = await ask({
      fees: { LTCUSDT: tier('0.4000'), XXBTZUSD: tier('0.2600') },
      fees_maker: { LTCUSDT: tier('0.2500'), XXBTZUSD: tier('0.1600') },
    });
    expect(await told).toMatchObject({ makerBps: 16, takerBps: 26 });
    // The venue has several names for a pair; only one was requested.
    const renamed = await ask({
      fees: { XBTUSD: tier('0.2600') },
      fees_maker: { XBTUSD: tier('0.1600') },
    });
    expect(await renamed.told).toMatchObject({ makerBps: 16, takerBps: 26 });
  });

  it.each([
    ['BTC/USD:USD', 'swap', 'PF_XBTUSD'],
    ['BTC/USD:BTC', 'swap', 'PI_XBTUSD'],
    ['ETH/USD:USD-261225', 'future', 'FF_ETHUSD_261225'],
  ] as const)('of %s are told to the key of spot', async (text, marketType, product) => {
    const result = {
      fees: { [product]: tier('0.0500') },
      fees_maker: { [product]: tier('0.0200') },
    };
    const { told, wire } = await ask(result, text, marketType);
    expect(await told).toMatchObject({ makerBps: 2, takerBps: 5 });
    // A form cannot express it.
    const [asked] = Object.keys(wire[0]?.fields ?? {});
    const body = JSON.parse(asked ?? '');
    expect(body).toEqual({
      nonce: expect.stringMatching(/^\d+$/),
      pair: [{ asset: product, aclass: 'derivatives' }],
    });
    expect(krakenFuturesDialect.fees).toBeUndefined();
  });

  it.each([
    ['nothing', {}],
    ['others alone', { fees: { A: tier('0.1'), B: tier('0.2') } }],
    ['no fee', { fees: { XXBTZUSD: { minfee: '0.1' } } }],
  ])('are not told by %s, and not asked for again', async (_, result) => {
    const { told } = await ask(result);
    const error = await told.catch((reason: unknown) => reason);
    expect(failureOf(error, []).kind).toBe('refused');
  });

  it('are no answer where the venue says what is no number', async () => {
    const { told } = await ask({ fees: { XXBTZUSD: tier('none') } });
    const error = await told.catch((reason: unknown) => reason);
    expect(failureOf(error, []).kind).toBe('unknown');
  });

  it('of a contract that the venue cannot have are not asked for', async () => {
    const { told, wire } = await ask({}, 'BTC/USDT:USDT', 'swap');
    await expect(told).rejects.toThrow('The exchange has no contract BTC/USDT:USDT.');
    expect(wire).toEqual([]);
  });
});

describe('a question in JSON', () => {
  const clock = createManualClock();
  const secret = Buffer.from('secret').toString('base64');
  const signer = { apiKey: 'key', secret, nonce: () => clock.now() };

  it('is signed over its path, its nonce and its whole body', () => {
    const params = { pair: [{ asset: 'PF_XBTUSD', aclass: 'derivatives' }] };
    const signed = signAsJson({ path: 'TradeVolume', params }, signer);
    const body = `{"nonce":"${clock.now()}","pair":[{"asset":"PF_XBTUSD","aclass":"derivatives"}]}`;
    const inner = createHash('sha256').update(`${clock.now()}${body}`).digest();
    const whole = Buffer.concat([Buffer.from('/0/private/TradeVolume'), inner]);
    expect(signed).toEqual({
      url: 'https://api.kraken.com/0/private/TradeVolume',
      method: 'POST',
      body,
      headers: {
        'API-Key': 'key',
        'Content-Type': 'application/json',
        'API-Sign': createHmac('sha512', Buffer.from('secret')).update(whole).digest('base64'),
      },
    });
  });

  it('is none where nothing is a list: that is for ccxt', () => {
    expect(signAsJson({ path: 'TradeVolume', params: { pair: 'XXBTZUSD' } }, signer)).toBe(
      undefined,
    );
  });
});
