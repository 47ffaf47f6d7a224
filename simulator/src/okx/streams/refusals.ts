/** A request over a stream that is answered with an error. */
export class StreamRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Returns a refusal that repeats the request, as the exchange does whatever it contains. */
export function illegal(request: string): StreamRefusal {
  return new StreamRefusal('60012', `Invalid request: ${request}`);
}
