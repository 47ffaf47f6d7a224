/** The exchange did not give what was asked for; its message may be shown. */
export class MarketSourceError extends Error {
  /** The exchange's own word on when to come back, in ms. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, options: { retryAfterMs?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'MarketSourceError';
    this.retryAfterMs = options.retryAfterMs;
  }
}
