import type { Input } from './endpoint.ts';
import type { EndpointName, endpoints } from './endpoints.ts';
import { orderbookVenues } from './venues.ts';

type Examples = { readonly [Name in EndpointName]?: Input<(typeof endpoints)[Name]> };

const id = '65f1c0ffee65f1c0ffee65f1';
const owner = 'GD7LXZI73ZJ6AB3HZIJMVSJKW7ZUG3SCUIE3L3VA3B7M2WOTTCGED7VM';
const address = 'CD6AUZBREAWBN4UPPWUVC6Y4CLR5LJVZJ7CF3YMQF4DV4LZIGT4MPLST';
const account = { exchange_account_id: 'paper-binance' };
const perpetual = { ...account, symbol: 'BTC/USDT:USDT' };
const books = { symbols: ['BTC/USDT'], venues: [...orderbookVenues] };
const routed = {
  symbol: 'BTC/USDT',
  side: 'buy' as const,
  quantity: 0.5,
  exchange_account_ids: ['paper-binance', 'paper-kraken'],
};

/**
 * An example request for each endpoint that needs input, as its client method takes it. The
 * examples name the paper accounts and demo vaults that exist after the first start. Their ids are
 * made up.
 */
export const endpointExamples: Examples = {
  createKey: { name: 'desk', roles: ['trader', 'viewer'], paths: ['/order-execution/**'] },
  revokeKey: { id },
  createVault: { vaultName: 'Treasury', vaultOwner: owner, vaultAddress: address },
  listVaults: { page: 1, limit: 10, search: 'desk' },
  getVaultByAddress: { address },
  listOwnerVaults: { owner },
  getVault: { id },
  updateVault: { id, vaultName: 'Treasury EU' },
  toggleVaultTrade: { id, tradePermission: true, maxTradeSize: 10, dailyTradeLimit: 100_000 },
  deleteVault: { id },
  refreshHoldings: { id, network: 'testnet', forceUpdate: true },
  listHoldings: { id, includeZeroBalances: true },
  listHoldingHistory: { id, from: '2026-01-01T00:00:00Z' },
  refreshAllHoldings: { network: 'testnet', tradePermissionOnly: true },
  createAccount: {
    exchange_account_id: 'desk',
    exchange: 'binance',
    mode: 'paper',
    daily_limit_usd: 5_000,
    paper_balances: { spot: { USDT: 100_000 } },
  },
  getAccount: { id: 'paper-binance' },
  changeAccount: { id: 'paper-binance', daily_limit_usd: 2_500, limits: { max_order_usd: 500 } },
  removeAccount: { id: 'desk' },
  verifyAccount: { id: 'desk' },
  createPortfolio: { portfolio_id: 'alpha', name: 'Alpha' },
  getPortfolio: { id: 'paper' },
  changePortfolio: { id: 'paper', name: 'Paper desk' },
  removePortfolio: { id: 'alpha' },
  haltTrading: { ...account, cancel_open: true },
  resumeTrading: account,
  createWebhook: { url: 'https://alerts.example.com/windlass', kinds: ['account_halted'] },
  getWebhook: { id },
  changeWebhook: { id, kinds: null },
  removeWebhook: { id },
  testWebhook: { id },
  retryDeadLetter: { id },
  removeDeadLetter: { id },
  subscribeOrderbook: books,
  unsubscribeOrderbook: books,
  getBook: { symbol: 'BTC/USDT', venue: 'kraken', depth: 5 },
  getBookQuality: { symbol: 'BTC/USDT' },
  listMarketSymbols: { quote: 'USDT', limit: 20 },
  getMarketSymbol: { symbol: 'BTC/USDT' },
  getTickers: { vs_currency: 'usd', symbols: 'bitcoin,ethereum' },
  getTicker: { vs_currency: 'usd', symbol: 'bitcoin' },
  getCapabilities: { exchange: 'kraken' },
  validateOrder: { exchange: 'binance', order_type: 'stop_loss', stop_price: 45_000 },
  submitOrder: {
    ...account,
    symbol: 'BTC/USDT',
    side: 'buy',
    order_type: 'limit',
    quantity: 0.001,
    price: 50_000,
    client_order_id: 'my-order-1',
  },
  getOrder: { ...account, order_id: 'my-order-1' },
  cancelOrder: { ...account, order_id: 'my-order-1' },
  getBalance: account,
  listOpenOrders: account,
  getDailyLimit: account,
  setLeverage: { ...perpetual, leverage: 3 },
  getLeverage: perpetual,
  setMarginMode: { ...perpetual, margin_mode: 'isolated' },
  listPositions: account,
  getExposure: account,
  getFundingHistory: { ...perpetual, limit: 50 },
  getRealizedPnl: { ...perpetual, limit: 50 },
  getFundingRate: perpetual,
  transferFunds: {
    ...account,
    asset: 'USDT',
    amount: 100,
    from_account: 'spot',
    to_account: 'swap',
  },
  getPortfolioMarginBalance: account,
  getPortfolioMarginAccount: account,
  triggerAutoCollection: account,
  triggerAssetCollection: { ...account, asset: 'USDT' },
  compareAccounts: account,
  analyzeOrder: { ...routed, include_scenarios: true },
  validatePretrade: routed,
  getLiquidity: { symbol: 'BTC/USDT' },
  getFees: { ...account, symbol: 'BTC/USDT' },
  estimateRoute: routed,
  executeRoute: { ...routed, client_plan_id: 'my-plan-1' },
  getRoutePlan: { plan_id: 'my-plan-1' },
  listRouteVenues: { symbol: 'BTC/USDT' },
  startAlgorithm: {
    ...routed,
    algorithm_type: 'twap',
    client_algorithm_id: 'my-twap-1',
    params: { duration_seconds: 600, interval_seconds: 30 },
  },
  listAlgorithms: { status: 'RUNNING' },
  getAlgorithm: { order_id: 'my-twap-1' },
  pauseAlgorithm: { order_id: 'my-twap-1' },
  resumeAlgorithm: { order_id: 'my-twap-1' },
  cancelAlgorithm: { order_id: 'my-twap-1' },
  getEnhancedPositions: account,
  getPerpsSummary: account,
  listPerpFills: account,
  listTwapOrders: account,
  listRebates: account,
  getTcaReport: { ...account, market_type: 'spot' },
};
