import { objectIn } from '../../ws/objectIn.ts';

/** A client's message over a stream, before it is checked. */
export type Sent = Readonly<Record<string, unknown>>;

/** Reads a message; text that is not JSON has no fields. */
export function sentOver(text: string): Sent {
  return { ...objectIn(text) };
}

/** Returns the id of a request, for its answers. */
export function idOf({ id }: Sent): object {
  return typeof id === 'string' ? { id } : {};
}
