interface Why {
  readonly cause?: unknown;
  /** True when our own limits stopped the request: the venue was not asked. */
  readonly isHeldBack?: boolean;
  /** True when the venue, or our data about the account, refuses for good. */
  readonly isRefused?: boolean;
}

/** The venue could not be asked; its message may be shown. */
export class VenueUnavailableError extends Error {
  readonly isHeldBack: boolean;
  readonly isRefused: boolean;

  constructor(message: string, { cause, isHeldBack = false, isRefused = false }: Why = {}) {
    super(message, { cause });
    this.name = 'VenueUnavailableError';
    this.isHeldBack = isHeldBack;
    this.isRefused = isRefused;
  }
}
