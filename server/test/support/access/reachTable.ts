import type { EndpointName } from '@windlass/contract';

/** Names of one side of the test: of the key's own things, of a stranger's, or of nothing. */
export interface ReachNames {
  readonly account: string;
  /** An account that the key may create and remove. */
  readonly second: string;
  readonly portfolio: string;
  readonly order: string;
  readonly clientOrder: string;
  readonly plan: string;
  readonly clientPlan: string;
  readonly algorithm: string;
  readonly clientAlgorithm: string;
  /** Id of a webhook, a key or a dead letter. */
  readonly thing: string;
}

/** One request by the names of its fields; those of the path are taken out of it. */
export interface Asked {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

export type ReachEntry =
  /** Refused to every key that is bound to accounts. */
  | { readonly kind: 'whole'; readonly asks: (names: ReachNames) => readonly Asked[] }
  /** Names something that belongs to an account: a stranger's is refused as if it did not exist. */
  | {
      readonly kind: 'named';
      /** The last argument has the key's own names, for requests that name two sides at once. */
      readonly asks: (names: ReachNames, own: ReachNames) => readonly Asked[];
      /** Code of the answers to the key's own names, if that is no success. */
      readonly ownCode?: string;
      /** Sent without a name as well: the answer contains nothing of a stranger. */
      readonly unnamed?: Asked;
    }
  /** Names no account; the answer contains nothing of a stranger. */
  | { readonly kind: 'shared'; readonly asks: readonly Asked[] };

const symbol = 'BTC/USDT';
const perp = 'BTC/USDT:USDT';
const trade = { symbol, side: 'buy', quantity: 0.01 };

const shared = (...asks: Asked[]): ReachEntry => ({
  kind: 'shared',
  asks: asks.length > 0 ? asks : [{}],
});
const whole = (body?: object): ReachEntry => ({
  kind: 'whole',
  asks: ({ thing }) => [{ path: { id: thing }, ...(body && { body }) }],
});
const named = (
  asks: Extract<ReachEntry, { kind: 'named' }>['asks'],
  more: { ownCode?: string; unnamed?: Asked } = {},
): ReachEntry => ({ kind: 'named', asks, ...more });

const asAccountId = (body?: object) =>
  named(({ account }) => [{ path: { id: account }, ...(body && { body }) }]);
const asQuery = (query: Readonly<Record<string, string>> = {}, ownCode?: string) =>
  named(({ account }) => [{ query: { exchange_account_id: account, ...query } }], {
    ...(ownCode !== undefined && { ownCode }),
  });
const asBody = (body: object = {}, ownCode?: string) =>
  named(({ account }) => [{ body: { exchange_account_id: account, ...body } }], {
    ...(ownCode !== undefined && { ownCode }),
  });
/** One account that the key does not reach is enough. */
const asBodyOfMany = (body: object) =>
  named(({ account }, own) => [
    { body: { exchange_account_ids: [account], ...body } },
    { body: { exchange_account_ids: [...new Set([own.account, account])], ...body } },
  ]);
const asOwner = named(({ account, portfolio }) => [
  { query: { exchange_account_id: account } },
  { query: { portfolio_id: portfolio } },
]);
/** Names a stranger's order by any of its names, also as if the key's account owned it. */
const asOrder = named(({ account, order, clientOrder }, own) =>
  [order, clientOrder].flatMap((order_id) =>
    [...new Set([account, own.account])].map((exchange_account_id) => ({
      path: { order_id },
      query: { exchange_account_id, symbol },
    })),
  ),
);
const asAlgorithm = named(({ algorithm, clientAlgorithm }) =>
  [...new Set([algorithm, clientAlgorithm])].map((order_id) => ({ path: { order_id } })),
);
/** Starts on an account, also where it belongs to one leg only. */
function startsOn(account: string, own: string): readonly Asked[] {
  const both = [...new Set([own, account])];
  const starts = { symbol, side: 'buy', quantity: 0.02 };
  const twap = { algorithm_type: 'twap', params: { duration_seconds: 600, interval_seconds: 60 } };
  const legs = { anchor_exchange_account_ids: [own], contra_exchange_account_ids: [account] };
  const markets = { anchor_symbol: symbol, contra_symbol: perp, risk_quantity: 0.01 };
  const arbitrage = { spot_symbol: symbol, perp_symbol: perp, position_quantity: 0.02 };
  const funding = { spot_exchange_account_id: own, perp_exchange_account_id: account };
  const leg = { ...starts, exchange_account_ids: [own] };
  return [
    { body: { ...starts, ...twap, exchange_account_ids: [account] } },
    { body: { ...starts, ...twap, exchange_account_ids: both } },
    { body: { ...leg, algorithm_type: 'spread', params: { ...markets, ...legs } } },
    { body: { ...leg, algorithm_type: 'funding_arb', params: { ...arbitrage, ...funding } } },
  ];
}

/** Registering, changing and removing vaults has its own tests; nothing there has an account. */
const vaults = shared();

/**
 * The answers of each endpoint to a key that is bound to accounts. A new endpoint must be entered
 * here.
 */
export const reachTable: Readonly<Record<EndpointName, ReachEntry>> = {
  getHealth: shared(),
  getApiHealth: shared(),
  getReady: shared(),
  getServiceInfo: shared(),
  getApiInfo: shared(),
  getApiDocs: shared(),
  handOver: whole(),
  createKey: whole({ name: 'more', roles: ['admin'], paths: ['/**'] }),
  listKeys: whole(),
  revokeKey: whole(),
  listAudit: whole(),
  createVault: vaults,
  listVaults: vaults,
  listTradeVaults: vaults,
  getVaultStats: vaults,
  getVaultByAddress: vaults,
  listOwnerVaults: vaults,
  getVault: vaults,
  updateVault: vaults,
  toggleVaultTrade: vaults,
  deleteVault: vaults,
  refreshHoldings: vaults,
  listHoldings: vaults,
  listHoldingHistory: vaults,
  refreshAllHoldings: vaults,
  createAccount: named(({ second }) => [
    { body: { exchange_account_id: second, exchange: 'okx', mode: 'paper' } },
  ]),
  listAccounts: shared(),
  getAccount: asAccountId(),
  changeAccount: asAccountId({ daily_limit_usd: 5_000_000 }),
  removeAccount: named(({ second }) => [{ path: { id: second } }]),
  verifyAccount: asAccountId(),
  createPortfolio: whole({ portfolio_id: 'another' }),
  listPortfolios: shared(),
  getPortfolio: named(({ portfolio }) => [{ path: { id: portfolio } }]),
  changePortfolio: whole({ name: 'another' }),
  removePortfolio: whole(),
  haltTrading: named(({ account }) => [{ body: { exchange_account_id: account } }], {
    unnamed: { body: { cancel_open: true } },
  }),
  resumeTrading: named(({ account }) => [{ body: { exchange_account_id: account } }], {
    unnamed: { body: {} },
  }),
  createWebhook: whole({ url: 'http://127.0.0.1:9/hook' }),
  listWebhooks: whole(),
  getWebhook: whole(),
  changeWebhook: whole({ kinds: ['order'] }),
  removeWebhook: whole(),
  testWebhook: whole(),
  listDeadLetters: whole(),
  retryDeadLetter: whole(),
  removeDeadLetter: whole(),
  subscribeOrderbook: shared({ body: { symbols: [symbol], venues: ['okx'] } }),
  unsubscribeOrderbook: shared({ body: { symbols: [symbol], venues: ['okx'] } }),
  getBook: shared({ query: { symbol } }),
  getBookQuality: shared({ query: { symbol } }),
  listBookSubscriptions: shared(),
  getOrderbookStats: shared(),
  listMarketSymbols: shared({ query: { search: 'BTC', limit: '5' } }),
  getMarketSymbol: shared({ path: { symbol } }),
  listExchanges: shared(),
  getMarketStats: shared(),
  refreshMarkets: shared(),
  getTickers: shared({ query: { symbols: 'BTC', vs_currency: 'USD' } }),
  getTicker: shared({ query: { symbol: 'BTC', vs_currency: 'USD' } }),
  getCapabilities: shared(),
  validateOrder: named(({ account }) => [
    {
      query: { preview: 'true' },
      body: { exchange_account_id: account, ...trade, order_type: 'market' },
    },
  ]),
  listTradedAccounts: shared(),
  submitOrder: asBody({ ...trade, order_type: 'market' }),
  getOrder: asOrder,
  cancelOrder: asOrder,
  getBalance: asQuery(),
  listOpenOrders: asQuery(),
  getDailyLimit: asQuery(),
  setLeverage: asBody({ symbol: perp, leverage: 3 }),
  getLeverage: asQuery({ symbol: perp }),
  setMarginMode: asBody({ symbol: perp, margin_mode: 'cross' }),
  listPositions: asQuery(),
  getExposure: asQuery(),
  getFundingHistory: asQuery(),
  getRealizedPnl: asQuery(),
  getFundingRate: asQuery({ symbol: perp }),
  transferFunds: asBody({ asset: 'USDT', amount: 1, from_account: 'spot', to_account: 'swap' }),
  getPortfolioMarginBalance: asQuery({}, 'NOT_SUPPORTED'),
  getPortfolioMarginAccount: asQuery({}, 'NOT_SUPPORTED'),
  triggerAutoCollection: asBody({}, 'NOT_SUPPORTED'),
  triggerAssetCollection: asBody({ asset: 'USDT' }, 'NOT_SUPPORTED'),
  getReconciliation: named(({ account }) => [{ query: { exchange_account_id: account } }], {
    unnamed: {},
  }),
  compareAccounts: named(({ account }) => [{ body: { exchange_account_id: account } }], {
    unnamed: { body: {} },
  }),
  analyzeOrder: asBodyOfMany(trade),
  validatePretrade: asBodyOfMany(trade),
  getLiquidity: shared({ query: { symbol } }),
  getFees: named(({ account }) => [{ query: { exchange_account_id: account, symbol } }], {
    unnamed: { query: { venue: 'binance', symbol } },
  }),
  estimateRoute: asBodyOfMany(trade),
  executeRoute: asBodyOfMany(trade),
  getRoutePlan: named(({ plan, clientPlan }) => [
    { path: { plan_id: plan } },
    { path: { plan_id: clientPlan } },
  ]),
  listRouteVenues: shared({ query: { symbol } }),
  startAlgorithm: named(({ account }, own) => startsOn(account, own.account)),
  listAlgorithms: shared({}, { query: { status: 'RUNNING' } }),
  getAlgorithm: asAlgorithm,
  pauseAlgorithm: asAlgorithm,
  resumeAlgorithm: asAlgorithm,
  cancelAlgorithm: asAlgorithm,
  getEnhancedPositions: asQuery(),
  getPerpsSummary: asOwner,
  listPerpFills: asOwner,
  listTwapOrders: asOwner,
  listRebates: asOwner,
  getTcaReport: named(({ account }) => [
    { query: { exchange_account_id: account } },
    { query: { exchange_account_id: account, format: 'html' } },
  ]),
};
