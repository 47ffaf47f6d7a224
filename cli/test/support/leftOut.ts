import type { EndpointName } from '@windlass/contract';
import type { readTools } from '../../src/mcp/readTools.ts';
import type { tradingTools } from '../../src/mcp/tradingTools.ts';

/** Endpoints that another tool uses. */
export const usedOtherwise = ['subscribeOrderbook', 'unsubscribeOrderbook'] as const;

const secrets = 'keys and credentials are never an assistant’s';
const administration = 'changes how the service is set up: that is for people';
const operators = 'for whoever operates the service';
const settings = 'changes how an account trades or where its money is';
const ledger = 'writes the registry of vaults';
const covered = (tool: string) => `${tool} reports it`;

type Offered = keyof typeof readTools | keyof typeof tradingTools | (typeof usedOtherwise)[number];

/**
 * Every endpoint that is no tool, with the reason. A new endpoint of the contract does not compile
 * until somebody has decided about it: here, or as a tool.
 */
export const leftOut = {
  getApiHealth: covered('get_health'),
  getReady: covered('get_health'),
  getApiInfo: operators,
  getApiDocs: operators,
  handOver: operators,
  createKey: secrets,
  listKeys: secrets,
  revokeKey: secrets,
  listAudit: operators,
  createAccount: secrets,
  listAccounts: covered('list_accounts'),
  getAccount: covered('list_accounts'),
  changeAccount: secrets,
  removeAccount: administration,
  verifyAccount: operators,
  createPortfolio: administration,
  listPortfolios: covered('list_accounts'),
  getPortfolio: covered('list_accounts'),
  changePortfolio: administration,
  removePortfolio: administration,
  haltTrading: 'needs a key of role admin, which an assistant should not have',
  resumeTrading: 'a halt is lifted by people',
  createWebhook: administration,
  listWebhooks: operators,
  getWebhook: operators,
  changeWebhook: administration,
  removeWebhook: administration,
  testWebhook: operators,
  listDeadLetters: operators,
  retryDeadLetter: operators,
  removeDeadLetter: operators,
  getReconciliation: operators,
  compareAccounts: operators,
  refreshMarkets: operators,
  listBookSubscriptions: operators,
  getOrderbookStats: operators,
  getMarketSymbol: covered('list_markets'),
  listExchanges: covered('get_capabilities'),
  getMarketStats: operators,
  getTicker: covered('get_prices'),
  setLeverage: settings,
  getLeverage: covered('list_positions'),
  setMarginMode: settings,
  getExposure: covered('get_balance with list_positions'),
  getFundingHistory: covered('get_perps_summary'),
  getRealizedPnl: covered('get_perps_summary'),
  transferFunds: settings,
  getPortfolioMarginBalance: 'only of accounts on portfolio margin; get_balance is the usual one',
  getPortfolioMarginAccount: 'only of accounts on portfolio margin',
  triggerAutoCollection: settings,
  triggerAssetCollection: settings,
  validatePretrade: covered('analyze_order'),
  listRouteVenues: covered('estimate_route'),
  getEnhancedPositions: covered('list_positions'),
  listTwapOrders: 'orders of one exchange that are not made here',
  listRebates: 'an accountant’s list',
  createVault: ledger,
  listTradeVaults: covered('list_vaults'),
  getVaultByAddress: covered('list_vaults'),
  listOwnerVaults: covered('list_vaults'),
  updateVault: ledger,
  toggleVaultTrade: ledger,
  deleteVault: ledger,
  refreshHoldings: ledger,
  listHoldingHistory: covered('list_vault_holdings'),
  refreshAllHoldings: ledger,
} as const satisfies Record<Exclude<EndpointName, Offered>, string>;
