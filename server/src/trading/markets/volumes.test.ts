import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addVolumes, createRateBook, marketVolumeUsd, type VolumeMarket } from './volumes.ts';

type Row = readonly [
  name: string,
  last: number | undefined,
  quoteVolume?: number | undefined,
  baseVolume?: number | undefined,
];

/** Parses `BASE/QUOTE`, or a perpetual with a settlement currency behind a colon. */
function market([symbol, last, quoteVolume24h, baseVolume24h]: Row): VolumeMarket {
  const [pair = '', settle] = symbol.split(':');
  const [base = '', quote = ''] = pair.split('/');
  const kind = settle === undefined ? 'spot' : 'swap';
  return { symbol, kind, base, quote, last, quoteVolume24h, baseVolume24h };
}

function ratesOf(markets: readonly VolumeMarket[], btcUsd?: number) {
  const book = createRateBook();
  for (const each of markets) book.add(each);
  return book.rates(btcUsd);
}

const rates = (rows: readonly Row[], btcUsd?: number) => ratesOf(rows.map(market), btcUsd);

describe('three exchanges, five quote currencies and one without a rate', () => {
  const exchanges: readonly (readonly Row[])[] = [
    [
      ['BTC/USDT', 100_000, 3_000_000],
      ['BTC/EUR', 92_000, 460_000],
      ['ETH/USDT', 4_000, 800_000],
      ['ETH/BTC', 0.04, 20],
    ],
    [
      ['BTC/USDT', 100_100, undefined, 10],
      ['MNT/USDT', 1.25, 50_000],
      ['ETH/MNT', 3_200, 64_000],
      ['ETH/USDT', 4_004, undefined, 100],
    ],
    [
      ['BTC/USD', 99_900, 999_000],
      ['ETH/USDT', 4_002, undefined, undefined],
      ['ETH/ZZZ', 7, 7_000],
      ['ETH/EUR', 3_680, 36_800],
    ],
  ];
  const all = exchanges.flat();
  const btcUsd = 100_000;
  // 30 BTC at 100,000 and 10 BTC at 100,100.
  const usdt = btcUsd / ((30 * 100_000 + 10 * 100_100) / 40);
  const eur = btcUsd / 92_000;
  const known = rates(all, btcUsd);
  const volumeOf = (symbol: string) =>
    addVolumes(
      all.filter(([name]) => name === symbol).map((row) => marketVolumeUsd(market(row), known)),
    );

  it('gives every currency the rate that its BTC price implies', () => {
    expect(known.get('USD')).toBe(1);
    expect(known.get('BTC')).toBe(btcUsd);
    expect(known.get('USDT')).toBeCloseTo(usdt, 12);
    expect(known.get('EUR')).toBeCloseTo(eur, 12);
    expect(known.get('MNT')).toBeCloseTo(1.25 * usdt, 12);
    expect(known.has('ZZZ')).toBe(false);
  });

  it('adds up a pair over the exchanges that list it', () => {
    expect(volumeOf('BTC/USDT').usd).toBeCloseTo((3_000_000 + 1_001_000) * usdt, 6);
    expect(volumeOf('BTC/USDT').isComplete).toBe(true);
    expect(volumeOf('ETH/BTC')).toEqual({ usd: 20 * btcUsd, isComplete: true });
    expect(volumeOf('ETH/MNT').usd).toBeCloseTo(64_000 * 1.25 * usdt, 6);
    expect(volumeOf('ETH/EUR').usd).toBeCloseTo(36_800 * eur, 6);
    expect(volumeOf('BTC/USD')).toEqual({ usd: 999_000, isComplete: true });
    expect(volumeOf('ETH/ZZZ')).toEqual({ usd: undefined, isComplete: false });
  });

  it('leaves out an exchange that tells no volume, and says so', () => {
    const { usd, isComplete } = volumeOf('ETH/USDT');
    expect(usd).toBeCloseTo((800_000 + 100 * 4_004) * usdt, 6);
    expect(isComplete).toBe(false);
  });
});

describe('rates', () => {
  it('prefer spot to perpetuals, and take perpetuals where there is no spot', () => {
    const spot: Row = ['BTC/USDC', 50_000, 1];
    const perp: Row = ['BTC/USDC:USDC', 40_000, 1_000_000];
    expect(rates([perp, spot], 50_000).get('USDC')).toBe(1);
    expect(rates([perp], 50_000).get('USDC')).toBe(1.25);
  });

  it('count markets alike when nobody traded', () => {
    const found = rates(
      [
        ['BTC/DAI', 40_000],
        ['BTC/DAI', 60_000, 0],
      ],
      100_000,
    );
    expect(found.get('DAI')).toBe(2);
  });

  it('fall back to BTC in USD on the exchanges, else are known of USD alone', () => {
    const rows: readonly Row[] = [
      ['BTC/USD', 100_000, 1],
      ['BTC/EUR', 80_000, 1],
    ];
    expect(rates(rows).get('EUR')).toBe(1.25);
    expect([...rates([['BTC/EUR', 80_000, 1]])]).toEqual([['USD', 1]]);
  });

  it('reach a currency over three markets and no further', () => {
    const chain: readonly Row[] = [
      ['AAA/BTC', 0.1, 1],
      ['BBB/AAA', 0.1, 1],
      ['CCC/BBB', 0.1, 1],
      ['DDD/CCC', 0.1, 1],
      ['EEE/DDD', 1, 1],
    ];
    const found = rates(chain, 100_000);
    expect(found.get('AAA')).toBeCloseTo(10_000, 6);
    expect(found.get('CCC')).toBeCloseTo(100, 6);
    expect(found.has('DDD')).toBe(false);
  });

  it('go through a market the other way round, too', () => {
    const found = rates(
      [
        ['BTC/USDT', 100_000, 1],
        ['USDT/BRL', 5, 1],
      ],
      100_000,
    );
    expect(found.get('BRL')).toBe(0.2);
  });

  it('take the most traded way', () => {
    const thin: Row = ['MNT/USD', 9, 10];
    const thick: Row = ['MNT/USDT', 2, 1_000];
    const rest: readonly Row[] = [
      ['BTC/USDT', 100_000, 1],
      ['ETH/MNT', 1, 1],
    ];
    for (const rows of [
      [thin, thick],
      [thick, thin],
    ]) {
      expect(rates([...rest, ...rows], 100_000).get('MNT')).toBe(2);
    }
  });
});

describe('a pair', () => {
  it('of which nothing is known is worth nothing that could be said, never 0', () => {
    expect(addVolumes([undefined, undefined])).toEqual({ usd: undefined, isComplete: false });
    expect(addVolumes([])).toEqual({ usd: undefined, isComplete: false });
    expect(addVolumes([0])).toEqual({ usd: 0, isComplete: true });
  });

  it('ignores volumes and prices that are no amounts', () => {
    const known = new Map([['USD', 1]]);
    const usdOf = (row: Row) => marketVolumeUsd(market(row), known);
    expect(usdOf(['A/USD', 2, Number.NaN, 3])).toBe(6);
    expect(usdOf(['A/USD', 2, -5])).toBeUndefined();
    expect(usdOf(['A/USD', 0, undefined, 3])).toBeUndefined();
    expect(usdOf(['A/USD', 1e300, undefined, 1e300])).toBeUndefined();
    expect(usdOf(['A/EUR', 2, 5])).toBeUndefined();
  });
});

const amount = fc.double({ min: 1e-3, max: 1e6, noNaN: true });
const row = fc.record({
  base: fc.constantFrom('BTC', 'ETH', 'MNT', 'USDT'),
  quote: fc.constantFrom('USD', 'USDT', 'EUR', 'MNT'),
  kind: fc.constantFrom<VolumeMarket['kind']>('spot', 'swap'),
  last: fc.option(amount, { nil: undefined }),
  quoteVolume24h: fc.option(amount, { nil: undefined }),
  baseVolume24h: fc.option(amount, { nil: undefined }),
});
const markets = fc
  .array(row, { maxLength: 30 })
  .map((rows) => rows.filter(({ base, quote }) => base !== quote))
  .map((rows) => rows.map((each): VolumeMarket => ({ ...each, symbol: 'x' })));

describe('whatever the exchanges say', () => {
  it('every rate is a positive number and USD is 1', () => {
    fc.assert(
      fc.property(markets, fc.option(amount, { nil: undefined }), (given, btcUsd) => {
        const found = ratesOf(given, btcUsd);
        expect(found.get('USD')).toBe(1);
        for (const rate of found.values()) expect(rate > 0 && Number.isFinite(rate)).toBe(true);
      }),
    );
  });

  it('rates that hang on BTC grow with it', () => {
    fc.assert(
      fc.property(markets, amount, (given, btcUsd) => {
        // Without markets in USD, which tie everything to 1, only BTC sets the level.
        const free = given.filter(({ quote }) => quote !== 'USD');
        const [once, twice] = [ratesOf(free, btcUsd), ratesOf(free, 2 * btcUsd)];
        expect([...twice.keys()]).toEqual([...once.keys()]);
        for (const [quote, rate] of once) {
          if (quote !== 'USD') expect((twice.get(quote) ?? 0) / rate).toBeCloseTo(2, 9);
        }
      }),
    );
  });

  it('a volume never shrinks by one more exchange, and is complete only if all are', () => {
    const volumes = fc.array(fc.option(amount, { nil: undefined }), { minLength: 1 });
    fc.assert(
      fc.property(volumes, fc.option(amount, { nil: undefined }), (some, more) => {
        const [before, after] = [addVolumes(some), addVolumes([...some, more])];
        expect(after.usd ?? 0).toBeGreaterThanOrEqual(before.usd ?? 0);
        expect(after.isComplete).toBe(before.isComplete && more !== undefined);
      }),
    );
  });
});
