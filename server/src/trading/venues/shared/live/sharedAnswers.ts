/**
 * Answers of one look at an account. Exchanges list perpetuals and dated contracts together, so
 * that a look at all market types would ask for the same list again; here the first answer serves
 * them all. It lasts as long as the look, and no longer: nothing in it is ever renewed.
 */
export interface SharedAnswers {
  /** Sends the request, unless this client has sent the same one before. */
  answer(client: object, question: string, send: () => Promise<unknown>): Promise<unknown>;
  /** After a failure everything is asked again: an answer may have been what could not be read. */
  forget(): void;
}

export function createSharedAnswers(): SharedAnswers {
  const byClient = new Map<object, Map<string, Promise<unknown>>>();
  return {
    answer(client, question, send) {
      const known = byClient.get(client) ?? new Map<string, Promise<unknown>>();
      byClient.set(client, known);
      const earlier = known.get(question);
      if (earlier) return earlier;
      const asked = send().catch((error: unknown) => {
        if (known.get(question) === asked) known.delete(question);
        throw error;
      });
      known.set(question, asked);
      return asked;
    },
    forget: () => byClient.clear(),
  };
}
