import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createCannedHttp } from '../../../test/support/cannedHttp.ts';
import { capturesFolder, capturesNotice } from '../../../test/support/captures.ts';
import { silentLogger } from '../../kit/logger.ts';
import { createManualClock } from '../../kit/manualClock.ts';
import type { VenueId } from '../model/venue.ts';
import { createLiveMarketSources } from './liveMarkets.ts';
import type { ListedMarket } from './marketPort.ts';

/** Recorded documents by a part of their address; what was not recorded is an empty list. */
const documents: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  binance: {
    '//api.binance.com': 'binance/rest_spot_exchangeInfo_20211011',
    'fapi.binance.com': 'binance/rest_usdm_exchangeInfo_20210722',
    'dapi.binance.com': 'binance/rest_coinm_exchangeInfo_20210722',
  },
  bybit: {
    'category=spot': 'bybit/rest_v5_instruments-info_spot_20260809',
    'category=linear&limit=1000&status': '',
    'category=linear': 'bybit/rest_v5_instruments-info_linear_20260809',
    'category=inverse': '',
  },
  gateio: {
    'spot/currency_pairs': 'gateio/rest_spot_currency_pairs_20210422',
    'usdt/contracts': 'gateio/rest_usdt_contracts_20230524',
  },
  kraken: {
    AssetPairs: 'kraken/rest_AssetPairs_20210417',
    instruments: 'krakenfutures/rest_instruments_20210722',
  },
  okx: {
    'instType=SPOT': 'okx/rest_instruments_SPOT_20220513',
    'instType=SWAP': 'okx/rest_instruments_SWAP_20220513',
    'instType=FUTURES': 'okx/rest_instruments_FUTURES_20220513',
  },
};

function read(name: string): unknown {
  if (name === '') return { retCode: 0, result: { list: [] } };
  const file = join(capturesFolder ?? '', 'bmoscon-cryptofeed', `${name}.json.gz`);
  return JSON.parse(gunzipSync(readFileSync(file)).toString());
}

async function list(venue: string): Promise<readonly ListedMarket[]> {
  const { send } = createCannedHttp(({ url }) => {
    const part = Object.keys(documents[venue] ?? {}).find((text) => url.includes(text));
    return { body: part === undefined ? [] : read(documents[venue]?.[part] ?? '') };
  });
  const deps = { clock: createManualClock(), logger: silentLogger, send };
  const source = createLiveMarketSources(deps).get(venue as VenueId);
  return source?.markets(new AbortController().signal) ?? [];
}

/** How many markets of each kind a list has. */
function countKinds(markets: readonly ListedMarket[]) {
  const kindOf = ({ kind, isInverse }: ListedMarket) => (isInverse ? `inverse ${kind}` : kind);
  const groups = Map.groupBy(markets, kindOf);
  return Object.fromEntries([...groups].map(([kind, { length }]) => [kind, length]));
}

describe.skipIf(capturesFolder === undefined)(`recorded lists${capturesNotice}`, () => {
  test.each([
    ['binance', { spot: 1_695, swap: 120, future: 2, 'inverse swap': 18, 'inverse future': 18 }],
    ['bybit', { spot: 557, swap: 760, future: 40 }],
    ['gateio', { spot: 1_458, swap: 302 }],
    // Sixteen dark pools share their names with the open pairs.
    ['kraken', { spot: 288, 'inverse swap': 5, 'inverse future': 12 }],
    ['okx', { spot: 513, swap: 126, 'inverse swap': 40, future: 52, 'inverse future': 52 }],
  ])('%s lists every market whose name is one of ours', async (venue, counts) => {
    expect(countKinds(await list(venue))).toEqual(counts);
  });

  test.each([
    ['binance', 'BTC/USD:BTC', ['BTCUSD_PERP', 0.1, 1, 1, 100]],
    ['binance', 'BTC/USDT:USDT', ['BTCUSDT', 0.01, 0.001, 0.001, 1]],
    ['bybit', 'BTC/USDT:USDT-260814', ['BTCUSDT-14AUG26', 0.1, 0.001, 0.001, 1]],
    ['gateio', 'BTC/USDT:USDT', ['BTC_USDT', 0.1, 0.0001, 0.0001, 0.0001]],
    ['kraken', 'BTC/USD', ['XXBTZUSD', 0.1, 1e-8, 0.0002, 1]],
    ['okx', 'BTC/USDT:USDT', ['BTC-USDT-SWAP', 0.1, 0.01, 0.01, 0.01]],
    ['okx', 'BTC/USD:BTC-220520', ['BTC-USD-220520', 0.1, 1, 1, 100]],
  ])('%s %s', async (venue, symbol, expected) => {
    const market = (await list(venue)).find((one) => one.symbol === symbol);
    const { venueSymbol, priceTick, quantityStep, quantityMin, contractSize } = market ?? {};
    expect([venueSymbol, priceTick, quantityStep, quantityMin, contractSize]).toEqual(expected);
  });
});
