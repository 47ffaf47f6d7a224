import { objectIn } from '../../ws/objectIn.ts';

/** What a client said over a stream, before anybody looked at it. */
export type Sent = Readonly<Record<string, unknown>>;

/** What is no JSON asks for nothing. */
export function sentOver(text: string): Sent {
  return { ...objectIn(text) };
}

/** The name of a request, for its answers. */
export function idOf({ id }: Sent): object {
  return typeof id === 'string' ? { id } : {};
}
