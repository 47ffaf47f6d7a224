interface Why {
  readonly cause?: unknown;
  /** True where our own limits held the question back: the venue was not asked. */
  readonly isHeldBack?: boolean;
  /** True where the venue, or what is known of the account, says no for good. */
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
