/**
 * The error catalogue: every coded refusal of both services, with its HTTP status and the message
 * used when the place that refuses has nothing better to say. `docs/errors.md` is generated from
 * it.
 */
export const errorCatalogue = {
  VALIDATION_FAILED: { status: 400, message: 'Validation failed' },
  MALFORMED_JSON: { status: 400, message: 'The request body is not valid JSON.' },
  BAD_REQUEST: { status: 400, message: 'The request cannot be understood.' },
  UNSUPPORTED_VENUE: { status: 400, message: 'Error - unsupported venue.' },
  UNSUPPORTED_SYMBOL: { status: 400, message: 'Error - unsupported symbol.' },
  UNSUPPORTED_EXCHANGE: { status: 400, message: 'Error - Exchange not supported.' },
  UNSUPPORTED_CURRENCY: { status: 400, message: 'This vs_currency is not supported.' },
  INVALID_ORDER: { status: 400, message: 'Error - The order parameters are not valid.' },
  NOT_SUPPORTED: { status: 400, message: 'Error - The exchange does not support this.' },
  DAILY_LIMIT_EXCEEDED: { status: 400, message: 'Order would exceed daily limit.' },
  DEV_MODE_LIMIT_EXCEEDED: {
    status: 400,
    message: 'Order exceeds the development-mode safety limit.',
  },
  BELOW_MINIMUM_ORDER: { status: 400, message: 'Error - The order is below the minimum.' },
  MAX_ORDER_EXCEEDED: { status: 400, message: "Order would exceed the account's largest order." },
  PRICE_COLLAR_EXCEEDED: { status: 400, message: 'The price is too far beyond the market.' },
  TOO_MANY_OPEN_ORDERS: { status: 400, message: 'The account has too many open orders.' },
  POST_ONLY_WOULD_TAKE: {
    status: 400,
    message: 'Post-only order would execute at once.',
  },
  ORDER_WOULD_TRIGGER: {
    status: 400,
    message: 'The stop price has been passed: the order would trigger at once.',
  },
  NOTHING_TO_REDUCE: {
    status: 400,
    message: 'There is no position that the reduce-only order could reduce.',
  },
  INSUFFICIENT_BALANCE: { status: 400, message: 'Not enough balance.' },
  INSUFFICIENT_MARGIN: { status: 400, message: 'Not enough margin.' },
  PLAN_FAILED: { status: 400, message: 'Routing plan failed' },
  UNSUPPORTED_TOKEN: { status: 400, message: 'Unsupported token contracts' },
  UNAUTHORIZED: { status: 401, message: 'Unauthorized - Invalid or missing API key.' },
  FORBIDDEN: { status: 403, message: 'Forbidden - Insufficient permissions.' },
  ROUTE_NOT_FOUND: { status: 404, message: 'No such endpoint.' },
  KEY_NOT_FOUND: { status: 404, message: 'API key not found.' },
  ACCOUNT_NOT_FOUND: { status: 404, message: 'Exchange account not found.' },
  PORTFOLIO_NOT_FOUND: { status: 404, message: 'Portfolio not found.' },
  ORDER_NOT_FOUND: { status: 404, message: 'Order not found.' },
  PLAN_NOT_FOUND: { status: 404, message: 'Routing plan not found.' },
  ALGORITHM_NOT_FOUND: { status: 404, message: 'Algorithm not found.' },
  WEBHOOK_NOT_FOUND: { status: 404, message: 'Webhook not found.' },
  DEAD_LETTER_NOT_FOUND: { status: 404, message: 'Dead letter not found.' },
  BOOK_NOT_FOUND: { status: 404, message: 'No orderbook data available.' },
  SYMBOL_NOT_FOUND: { status: 404, message: 'Symbol not found.' },
  PRICE_NOT_FOUND: { status: 404, message: 'Price not found' },
  VAULT_NOT_FOUND: { status: 404, message: 'Vault not found' },
  VAULT_NOT_ON_LEDGER: { status: 404, message: 'Vault address not found on the ledger network' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This endpoint does not answer that method.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive completely in time.' },
  CONFLICT: { status: 409, message: 'The request conflicts with what is stored.' },
  VAULT_EXISTS: { status: 409, message: 'Vault with this address already exists' },
  ACCOUNT_EXISTS: { status: 409, message: 'An exchange account with this id already exists.' },
  ACCOUNT_HALTED: {
    status: 409,
    message: 'The exchange account is halted. Resume it to send orders.',
  },
  DUPLICATE_CLIENT_ORDER_ID: {
    status: 409,
    message: 'Another order of this account has this client_order_id.',
  },
  DUPLICATE_CLIENT_PLAN_ID: {
    status: 409,
    message: 'Another routing plan has this client_plan_id.',
  },
  DUPLICATE_CLIENT_ALGORITHM_ID: {
    status: 409,
    message: 'Another algorithm has this client_algorithm_id.',
  },
  ALGORITHM_STATE: { status: 409, message: 'The algorithm cannot do that in its state.' },
  NO_STANDBY: {
    status: 409,
    message: 'No standby is there to hand over to. Start one first; nothing was stopped.',
  },
  PORTFOLIO_EXISTS: { status: 409, message: 'A portfolio with this id already exists.' },
  BODY_TOO_LARGE: { status: 413, message: 'The request body is too large.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'The request body must be application/json.' },
  RATE_LIMITED: { status: 429, message: 'Rate limit exceeded.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The request headers are too large.' },
  INTERNAL_ERROR: { status: 500, message: 'Internal error. The request id names it in the log.' },
  EXCHANGE_ERROR: { status: 500, message: 'The exchange returned an error.' },
  NETWORK_ERROR: { status: 500, message: 'The exchange could not be reached.' },
  LEDGER_UNAVAILABLE: { status: 502, message: 'Ledger network unavailable' },
  MARKETS_UNAVAILABLE: { status: 503, message: 'No exchange could be asked for its markets yet.' },
  PRICES_UNAVAILABLE: { status: 503, message: 'Prices are not available at the moment.' },
  STORE_UNAVAILABLE: {
    status: 503,
    message: 'The database cannot be written at the moment. No order was sent.',
  },
  SUBSCRIPTIONS_EXHAUSTED: {
    status: 503,
    message: 'No more books can be subscribed. Unsubscribe some and try again.',
  },
  STANDBY: {
    status: 503,
    message: 'This process is the standby. Ask the owner, or try again shortly.',
  },
  SHUTTING_DOWN: { status: 503, message: 'The service is shutting down.' },
} as const satisfies Record<string, { readonly status: number; readonly message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** One refused field, as validation errors list it. `value` is null when the field was missing. */
export interface FieldIssue {
  readonly field: string;
  readonly message: string;
  readonly value: unknown;
}
