/** A request over a stream that is answered with an error. */
export class StreamRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Tells the request back, as the exchange does, whatever is in it. */
export function illegal(request: string): StreamRefusal {
  return new StreamRefusal('60012', `Invalid request: ${request}`);
}
