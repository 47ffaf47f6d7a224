import { perpEndpoints, portfolioMarginEndpoints, walletEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestService, type TestService, type TestTrader } from '../support/app/testService.ts';
import { type SimulatedVenue, simulate } from '../support/exchanges/simulated.ts';
import {
  type PerpColumn,
  type PerpEndpoint,
  type PerpVenue,
  perpCells,
  perpFeatures,
} from './perpCells.ts';

const endpoints = { ...perpEndpoints, ...walletEndpoints, ...portfolioMarginEndpoints };

/** The parameters of an endpoint, beside the account. */
type Asked = Readonly<Record<string, string | number>>;

/** Names of two wallets of the venue; of any two if it has no transfers. */
const wallets: Readonly<Record<PerpVenue, Asked>> = {
  binance: { from_account: 'spot', to_account: 'swap' },
  bybit: { from_account: 'spot', to_account: 'swap' },
  gateio: { from_account: 'spot', to_account: 'swap' },
  kraken: { from_account: 'spot', to_account: 'future' },
  okx: { from_account: 'spot', to_account: 'funding' },
  hyperliquid: { from_account: 'spot', to_account: 'swap' },
};

const funding = () => ({
  rate: 0.0001,
  nextRate: 0.0002,
  windowHours: 8,
  paymentHours: 8,
  nextFundingMs: 1,
  markPrice: 100,
  indexPrice: 100,
  atMs: 1,
});

export interface CellsVenue {
  readonly simulated: SimulatedVenue;
  /** Its column, and that of accounts with portfolio margin if the venue has those. */
  readonly columns: readonly PerpColumn[];
}

/** Tests every cell of a venue's columns: on paper, and live through the wire. */
export function runPerpCells({ simulated, columns }: CellsVenue): void {
  for (const mode of ['paper', 'live'] as const) {
    describe(`${mode} accounts`, () => {
      let service: TestService;
      beforeAll(async () => {
        const { venue, markets } = simulated;
        const live = mode === 'live' ? { live: simulate(simulated) } : {};
        service = await openTestService({ venue, markets, funding, ...live });
      });
      afterAll(() => service.app.stop());
      for (const column of columns) describeColumn(() => service, simulated, column);
    });
  }
}

function describeColumn(
  service: () => TestService,
  venue: SimulatedVenue,
  column: PerpColumn,
): void {
  describe(column, () => {
    const swap = venue.markets.find(({ marketType }) => marketType === 'swap');
    if (!swap) throw new Error(`${venue.venue} has a perpetual here`);
    const { symbol } = swap;
    let trader: TestTrader;
    beforeAll(async () => {
      trader = await service().trader(swap, accountOf(column));
    });
    for (const [name, row] of Object.entries(perpCells)) {
      const endpoint = name as PerpEndpoint;
      const expected = row[column];
      it(`${endpoint}: ${expected}`, async () => {
        const { account } = trader;
        const fields = { exchange_account_id: account, ...askedOf(endpoint, symbol, venue) };
        const { method, path } = endpoints[endpoint];
        const query = new URLSearchParams(
          Object.entries(fields).map(([key, value]): [string, string] => [key, String(value)]),
        );
        const { status, json } =
          method === 'POST'
            ? await service().app.ask({ method, url: path, body: fields })
            : await service().app.ask({ url: `${path}?${query}` });
        if (expected === 'works') {
          expect([status, json.isError, json.message]).toEqual([200, false, json.message]);
          expect(json.data).toBeTypeOf('object');
          return;
        }
        const data = {
          error: 'NOT_SUPPORTED',
          exchange: venue.venue,
          feature: perpFeatures[endpoint],
        };
        expect([status, json]).toEqual([
          400,
          { isError: true, message: expected, statusCode: 400, data },
        ]);
      });
    }
  });
}

function accountOf(column: PerpColumn): object {
  return column === 'binance portfolio margin' ? { portfolio_margin: true } : {};
}

function askedOf(endpoint: PerpEndpoint, symbol: string, { venue }: SimulatedVenue): Asked {
  switch (endpoint) {
    case 'setLeverage':
      return { symbol, leverage: 3 };
    case 'setMarginMode':
      return { symbol, margin_mode: 'isolated' };
    case 'getLeverage':
    case 'getFundingRate':
      return { symbol };
    case 'listPositions':
    case 'getFundingHistory':
    case 'getRealizedPnl':
    case 'getPortfolioMarginBalance':
    case 'getPortfolioMarginAccount':
    case 'triggerAutoCollection':
      return {};
    case 'transferFunds': {
      const asset = symbol.split(':')[1] ?? '';
      return { asset, amount: 10, ...wallets[venue as PerpVenue] };
    }
    case 'triggerAssetCollection':
      return { asset: symbol.split(':')[1] ?? '' };
  }
}
