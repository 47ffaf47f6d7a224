/** The venue could not be asked; its message may be shown. */
export class VenueUnavailableError extends Error {
  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options);
    this.name = 'VenueUnavailableError';
  }
}
