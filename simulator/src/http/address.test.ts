import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/binance.ts';
import { openStream, type Received, send } from '../../test/support/fixtures.ts';
import { addressOf } from './address.ts';

const known = ['api.binance.com', 'stream.binance.com', '127.0.0.2'];
const local = '127.0.0.1:8765';
const read = (target: string, host = local) =>
  addressOf({ host, target }, (each) => known.includes(each));

describe('the address of a request', () => {
  it.each([
    ['/api.binance.com/api/v3/time', 'api.binance.com', '/api/v3/time'],
    ['/https://api.binance.com/api/v3/time', 'api.binance.com', '/api/v3/time'],
    ['/https:/api.binance.com/api/v3/time', 'api.binance.com', '/api/v3/time'],
    ['//https://api.binance.com/api/v3/time', 'api.binance.com', '/api/v3/time'],
    ['/http://API.binance.com:443/a//b?c=d/e&f=%2F', 'api.binance.com', '/a//b?c=d/e&f=%2F'],
    ['/api.binance.com', 'api.binance.com', '/'],
    ['/api.binance.com?a=1', 'api.binance.com', '/?a=1'],
    ['/wss://stream.binance.com:9443/ws', 'stream.binance.com', '/ws'],
    ['/stream.binance.com:9443/stream?streams=a/b', 'stream.binance.com', '/stream?streams=a/b'],
  ])('is read from the path %s', (target, host, rest) => {
    expect(read(target)).toEqual({ host, target: rest });
  });

  it('is read where a proxy address got it whole, and its query unharmed', () => {
    const query = 'symbol=BTCUSDT&note=a%20b%26c%2Fd&signature=ab%3D';
    const address = `https://api.binance.com/api/v3/depth?${query}`;
    const meant = { host: 'api.binance.com', target: `/api/v3/depth?${query}` };
    expect(read(`/${encodeURIComponent(address)}`)).toEqual(meant);
    expect(read(`/${encodeURIComponent(address).replace('%3A', ':')}`)).toEqual(meant);
    expect(read(`/${encodeURIComponent(address).toLowerCase()}`).host).toBe('api.binance.com');
    const apart = encodeURIComponent('https://api.binance.com/api/v3/depth');
    expect(read(`/${apart}?${query}`)).toEqual(meant);
  });

  it('leaves every target as it is, whichever way the host is put before it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (rest) => {
        const meant = { host: 'api.binance.com', target: `/${rest}` };
        const address = `api.binance.com/${rest}`;
        expect(read(`/${address}`)).toEqual(meant);
        expect(read(`/https://${address}`)).toEqual(meant);
        expect(read(`/${encodeURIComponent(`https://${address}`)}`)).toEqual(meant);
        expect(read(`/${rest}`, 'api.binance.com')).toEqual(meant);
      }),
    );
  });

  it('is the Host header where that names an exchange, and the path is left alone', () => {
    for (const target of ['/', '/api.binance.com/x', '/https://api.binance.com/x', '/a%2Fb?c']) {
      expect(read(target, 'Stream.Binance.com:443').target).toBe(target);
    }
    expect(read('/a', 'Stream.Binance.com:443').host).toBe('stream.binance.com');
  });

  it('is the whole line where a proxy is asked for it', () => {
    const meant = { host: 'api.binance.com', target: '/api/v3/time' };
    expect(read('http://api.binance.com/api/v3/time')).toEqual(meant);
    expect(read('http://api.binance.com/api/v3/time', 'api.binance.com')).toEqual(meant);
  });

  it.each(['/', '*', '', '/api/v3/time', '/nobody.example/a', '/https%3A%2F%2Fapi%', '/%E0%A4%A'])(
    'is what was sent where %s names no exchange',
    (target) => {
      expect(read(target)).toEqual({ host: '127.0.0.1', target });
    },
  );

  it('names the unknown host of an address with its scheme', () => {
    expect(read('/https://api.binanse.com/api')).toEqual({
      host: 'api.binanse.com',
      target: '/api',
    });
  });
});

describe('a program that cannot set a Host header', () => {
  const benches: Bench[] = [];
  afterEach(async () => {
    for (const { simulator } of benches.splice(0)) await simulator.close();
  });
  const start = async () => {
    const bench = await openBench();
    benches.push(bench);
    const get = (target: string): Promise<Received> =>
      send(bench.url, { method: 'GET', host: new URL(bench.url).host, target });
    return { ...bench, get };
  };

  it('is answered as by the exchange, and the log has the exchange’s own path', async () => {
    const { simulator, get } = await start();
    for (const address of ['api.binance.com', 'https://api.binance.com']) {
      const { status } = await get(`/${address}/api/v3/depth?symbol=BTCUSDT`);
      expect(status).toBe(200);
    }
    const [first, second] = simulator.requests('binance');
    expect(first).toMatchObject({ host: 'api.binance.com', path: '/api/v3/depth', status: 200 });
    expect(second).toMatchObject({ path: '/api/v3/depth', query: 'symbol=BTCUSDT' });
  });

  it('opens a stream', async () => {
    const { url, simulator } = await start();
    const { host } = new URL(url);
    await openStream(url, host, '/wss://ws-api.binance.com:443/ws-api/v3');
    await openStream(url, host, '/ws-api.binance.com/ws-api/v3');
    expect(simulator.streams('binance')).toBe(2);
    await expect(openStream(url, host, '/ws-api/v3')).rejects.toThrow('421');
  });

  it('is told how, where it named nobody', async () => {
    const { get } = await start();
    const { status, text } = await get('/api/v3/time');
    expect([status, text]).toEqual([
      421,
      "No simulated exchange answers for the host '127.0.0.1': name an exchange's by the Host " +
        'header, or first in the path as in /api.binance.com/api/v3/time',
    ]);
  });
});
