/**
 * Decides who may use an embedded database's one connection. Its requests are answered in the order
 * they were made, so that single statements and batches need no turn of their own and follow each
 * other without waiting for answers; others must wait only while a transaction is open.
 */
export interface SqliteTurns {
  /** Runs the request at once, or when the transaction of somebody else has ended. */
  request<Answer>(asker: object, start: () => Promise<Answer>): Promise<Answer>;
  /** Begins a transaction: from now on until `end`, requests of others wait. */
  begin(asker: object, start: () => Promise<void>): Promise<void>;
  /** Ends the asker's transaction, if it has one. */
  end(asker: object): void;
}

export function createSqliteTurns(): SqliteTurns {
  let owner: { readonly asker: object; readonly ended: PromiseWithResolvers<void> } | undefined;

  const end = (asker: object): void => {
    if (owner?.asker !== asker) return;
    owner.ended.resolve();
    owner = undefined;
  };
  return {
    async request(asker, start) {
      // The look and the start are one step, so nobody begins a transaction between them.
      while (owner && owner.asker !== asker) await owner.ended.promise;
      return start();
    },
    async begin(asker, start) {
      while (owner) await owner.ended.promise;
      owner = { asker, ended: Promise.withResolvers() };
      try {
        await start();
      } catch (error) {
        end(asker);
        throw error;
      }
    },
    end,
  };
}
