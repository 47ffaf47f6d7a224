import { type EndpointName, orderFields } from '@windlass/contract';
import type { EndpointTool } from './endpointTools.ts';

/** Assistants forget what they read, so lists are short; they can ask for more. */
const perPage = 20;
/** Levels per side: enough for a large order, in a hundred numbers. */
const bookDepth = 10;

/** Tools that only read, by endpoint. The endpoint describes the rest of each tool. */
export const readTools = {
  getHealth: { name: 'get_health' },
  getServiceInfo: {
    name: 'get_service',
    about: 'Whether the market is simulated, replayed or live, and what the key may do.',
  },
  listTradedAccounts: {
    name: 'list_accounts',
    about: 'Paper accounts trade with pretended money, live ones with real money.',
  },
  getBalance: { name: 'get_balance', about: 'Amounts by asset, in units of the asset.' },
  listPositions: { name: 'list_positions', about: 'Perpetuals and dated futures only.' },
  listOpenOrders: { name: 'list_open_orders', about: 'Of one market type at a time.' },
  getOrder: { name: 'get_order' },
  getDailyLimit: { name: 'get_daily_limit', about: 'In USD.' },
  listPerpFills: {
    name: 'list_perp_fills',
    about: 'Of an account or of a portfolio, exactly one of them.',
    defaults: { size: perPage },
  },
  getPerpsSummary: {
    name: 'get_perps_summary',
    about: 'Of an account or of a portfolio, exactly one of them.',
  },
  getBook: {
    name: 'get_order_book',
    about:
      'Levels are [price, quantity], best first: price in quote units, quantity in base units. ' +
      'BOOK_NOT_FOUND means that the book is not watched yet: call watch_order_books.',
    defaults: { depth: bookDepth },
  },
  getBookQuality: {
    name: 'get_book_quality',
    about: 'Depth in base units, staleness_ms in milliseconds, confidence from 0 to 1.',
  },
  listMarketSymbols: {
    name: 'list_markets',
    about: 'Prices in the quote currency, volumes in USD. search finds part of a symbol.',
    defaults: { limit: perPage },
  },
  getTickers: {
    name: 'get_prices',
    about: 'Prices in vs_currency, for example usd.',
  },
  getFundingRate: { name: 'get_funding_rate' },
  getCapabilities: { name: 'get_capabilities' },
  analyzeOrder: {
    name: 'analyze_order',
    about: 'Sends nothing. Costs in bps of the mid price. A failed check is an answer, no error.',
  },
  getLiquidity: { name: 'get_liquidity', about: 'Depth in USD.' },
  getFees: { name: 'get_fees', about: 'In bps of the traded value; negative is a rebate.' },
  validateOrder: {
    name: 'preview_order',
    description:
      'Takes the input of place_order through everything that sending it would go through, and ' +
      'shows what the exchange would be asked. Sends nothing.',
    without: ['exchange', 'preview'],
    fields: orderFields,
    always: { preview: true },
  },
  estimateRoute: { name: 'estimate_route', about: 'Costs in bps of the mid price.' },
  getRoutePlan: { name: 'get_route_plan' },
  listAlgorithms: {
    name: 'list_algorithms',
    defaults: { size: perPage },
  },
  getAlgorithm: { name: 'get_algorithm' },
  getTcaReport: {
    name: 'get_tca_report',
    description: 'All fills count: orders, algorithms and the router.',
    about: 'Costs in bps; positive is a cost.',
    without: ['format'],
  },
  listVaults: { name: 'list_vaults' },
  getVault: { name: 'get_vault' },
  getVaultStats: { name: 'get_vault_stats' },
  listHoldings: {
    name: 'list_vault_holdings',
    about: 'As they were last read from the ledger. Balances are decimal texts.',
  },
} as const satisfies Partial<Record<EndpointName, EndpointTool>>;

export type ReadEndpoint = keyof typeof readTools;
