import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { VenueId } from '../../../src/trading/model/venue.ts';
import { createLiveMarketSources } from '../../../src/trading/venues/liveMarkets.ts';
import { loadMarketData } from '../../../src/trading/venues/marketData.ts';
import type { ListedMarket } from '../../../src/trading/venues/marketPort.ts';
import { createManualClock } from '../manualClock.ts';
import { capturesFolder } from '../marketData/captures.ts';
import { silentLogger } from '../silentLogger.ts';
import { createCannedHttp } from './cannedHttp.ts';

/**
 * Recorded documents by a part of their address; an address without a recording returns an empty
 * list.
 */
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

/** Returns what a venue listed when its documents were recorded. */
export async function recordedMarkets(venue: VenueId): Promise<readonly ListedMarket[]> {
  const { send } = createCannedHttp(({ url }) => {
    const part = Object.keys(documents[venue] ?? {}).find((text) => url.includes(text));
    return { body: part === undefined ? [] : read(documents[venue]?.[part] ?? '') };
  });
  const marketData = await loadMarketData();
  const deps = { marketData, clock: createManualClock(), logger: silentLogger, send };
  const source = createLiveMarketSources(deps).get(venue);
  return source?.markets(new AbortController().signal) ?? [];
}
