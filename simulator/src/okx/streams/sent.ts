/** What a client said over a stream, before anybody looked at it. */
export type Sent = Readonly<Record<string, unknown>>;

/** What is no JSON asks for nothing. */
export function sentOver(text: string): Sent {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Sent) : {};
  } catch {
    return {};
  }
}

/** The name of a request, for its answers. */
export function idOf({ id }: Sent): object {
  return typeof id === 'string' ? { id } : {};
}
