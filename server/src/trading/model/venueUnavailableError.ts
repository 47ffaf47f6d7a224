interface Why {
  readonly cause?: unknown;
  /** True where our own limits held the question back: the venue was not asked. */
  readonly isHeldBack?: boolean;
}

/** The venue could not be asked; its message may be shown. */
export class VenueUnavailableError extends Error {
  readonly isHeldBack: boolean;

  constructor(message: string, { cause, isHeldBack = false }: Why = {}) {
    super(message, { cause });
    this.name = 'VenueUnavailableError';
    this.isHeldBack = isHeldBack;
  }
}
