import { Secret } from '../../../src/kit/secret.ts';
import type { InstrumentSymbol } from '../../../src/trading/model/symbol.ts';
import { okxDialect } from '../../../src/trading/venues/okx/trading/dialect.ts';
import {
  type Attempt,
  type RecordedCase,
  runRecordedRequests,
} from '../../support/ccxt/recordedRequests.ts';

type Call = Parameters<Attempt>[1];

const btc = { symbol: 'BTC/USDT:USDT' as InstrumentSymbol, marketType: 'swap' } as const;
const ada = { symbol: 'ADA/USDT:USDT' as InstrumentSymbol, marketType: 'swap' } as const;
const inverse = 'BTC/USD:BTC' as InstrumentSymbol;

/** Our calls, by method and description. */
const calls: Readonly<Record<string, Attempt>> = {
  'fetchPosition Inverse swap fetchPosition': async ({ perps }, call) =>
    perps?.positions(call, 'swap', inverse),
  'transfer transfer spot to funding': async ({ transfers }, call) =>
    transfers?.move(call, { asset: 'TUSD', amount: '100', from: 'spot', to: 'funding' }),
  'transfer transfer from funding to spot': async ({ transfers }, call) =>
    transfers?.move(call, { asset: 'USDT', amount: '1', from: 'funding', to: 'spot' }),
  'fetchTransfer Fetch transfer': async ({ transfers }, call) => {
    const told = answering(call, { 'asset/transfer': { transId: '0' } });
    return transfers?.move(told, { asset: 'USDC', amount: '1', from: 'spot', to: 'funding' });
  },
  'setMarginMode set margin mode isolated': async ({ perps }, call) => {
    const told = answering(call, {
      'account/positions': undefined,
      'account/config': { posMode: 'net_mode' },
      'account/leverage-info': { lever: '10' },
    });
    return perps?.setMarginMode?.(told, { ...ada, marginMode: 'isolated' });
  },
  'fetchPositionMode Fetch position mode': async ({ perps }, call) => {
    await call.marginModes.set(ada.symbol, 'isolated');
    return perps?.leverage?.set(call, { ...ada, leverage: 10 });
  },
  'fetchFundingHistory fetch funding history linear swap': async ({ perps }, call) => {
    const told = answering(call, { 'account/bills': undefined });
    return perps?.fundingPayments(told, { ...btc, sinceMs: undefined, limit: 100 });
  },
  'fetchFundingInterval linear swap fetch the funding interval': async ({ perps }, call) =>
    perps?.fundingRate(call, btc),
};

/** Why we have no such call. */
const reasons: Readonly<Record<string, string>> = {
  'fetchPositions Fetch positions with a symbols argument': 'one market is asked for, or all',
  'fetchPositionsHistory Fetch Positions History': 'profits are read from bills, one by one',
  'fetchLedger Fetch Ledger': 'bills are read of contracts, and by their types',
  'fetchMarkPrices fetch mark prices': 'the price is asked for of one market',
};

/** Answers these with one record or none; other requests go out. */
function answering(call: Call, rows: Readonly<Record<string, object | undefined>>): Call {
  const { client } = call;
  const request: typeof client.request = (path, ...rest) => {
    const data = [rows[path]].filter((row) => row !== undefined);
    return path in rows ? Promise.resolve({ code: '0', data }) : client.request(path, ...rest);
  };
  const changes = { request, fetchOpenOrders: () => Promise.resolve([]) };
  return { ...call, client: Object.assign(Object.create(client), changes) };
}

runRecordedRequests({
  folder: 'okx',
  dialect: okxDialect,
  markets: [
    { id: 'BTC-USDT-SWAP', symbol: btc.symbol },
    { id: 'ADA-USDT-SWAP', symbol: ada.symbol },
    { id: 'BTC-USD-SWAP', symbol: inverse },
  ],
  credentials: {
    apiKey: new Secret('k'),
    apiSecret: new Secret('s'),
    passphrase: new Secret('p'),
  },
  methods: [
    'fetchPosition',
    'fetchPositions',
    'fetchPositionsHistory',
    'setMarginMode',
    'fetchPositionMode',
    'transfer',
    'fetchTransfer',
    'fetchFundingHistory',
    'fetchLedger',
    'fetchFundingInterval',
    'fetchMarkPrices',
  ],
  translate({ method, description }: RecordedCase) {
    const name = `${method} ${description}`;
    const own = calls[name] ?? reasons[name];
    if (!own) throw new Error(`There is neither a call nor a reason for ${name}.`);
    return own;
  },
  ownFields: [],
  plain: withoutOwn,
});

/** We name the market of bills, and say that a transfer is one within the account. */
function withoutOwn(fields: object): object {
  const { instId, type, ...rest } = fields as Readonly<Record<string, unknown>>;
  if (type === '8') return { ...rest, type };
  return 'transId' in rest ? rest : fields;
}
