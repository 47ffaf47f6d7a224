/** The exchange did not return what was requested; the message may be shown. */
export class MarketSourceError extends Error {
  /** Delay that the exchange asked for, in ms. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'MarketSourceError';
    this.retryAfterMs = options.retryAfterMs;
  }
}
