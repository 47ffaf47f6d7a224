/** Headings of the documentation in their order, each with a summary of what stands below it. */
export const endpointTags = {
  System: 'Whether the service is up, and what it offers.',
  'Keys and audit': 'API keys, and the append-only log of what was done with them.',
  Vaults: 'The registry of Stellar vaults and what they may trade.',
  'Token holdings': 'Token balances of vaults, read from the ledger when asked, and their history.',
  'Exchange accounts': 'Paper and live accounts, their portfolios, and halting them.',
  Webhooks: 'Addresses that get signed alerts, and what could not be delivered.',
  'Order book': 'Books of four venues, the global book and their quality.',
  Markets: 'Symbols, exchanges and their 24-hour figures.',
  Pricing: 'Prices of coins in other currencies.',
  Execution: 'Orders, balances and the daily limit.',
  Perpetuals: 'Leverage, margin, positions and funding.',
  Wallets: 'Transfers between the wallets of an account.',
  'Portfolio margin': 'Accounts whose positions share one margin.',
  Reconciliation: 'Where what is stored and what the exchange says differ.',
  'Pre-trade': 'What an order would cost, and whether it could be sent.',
  'Smart order router': 'One order split over accounts at the least cost.',
  'Execution algorithms': 'Large orders worked off over time, over prices or against a hedge.',
  Analytics: 'Positions with their risk, performance, fills, rebates and transaction costs.',
} as const;

export type EndpointTag = keyof typeof endpointTags;
