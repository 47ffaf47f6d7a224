import type { KyselyPlugin } from 'kysely';
import type { HotWriter } from '../../../src/store/operations.ts';
import type { Store } from '../../../src/store/types.ts';

export interface StoreSpy {
  readonly store: Store;
  /** Names every statement and operation that was asked to change something. */
  changes(): readonly string[];
}

/** The same store, which notes what is asked to change. What `own` does by itself is not noted. */
export function spyOnStore(store: Store): StoreSpy {
  const changes: string[] = [];
  const noting: KyselyPlugin = {
    transformQuery({ node }) {
      if (node.kind !== 'SelectQueryNode') changes.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const write = new Proxy(store.write, {
    get(target, name: keyof HotWriter & string) {
      const operation = target[name];
      return (...given: Parameters<typeof operation>) => {
        changes.push(name);
        return Reflect.apply(operation, target, given);
      };
    },
  });
  return {
    store: { ...store, db: store.db.withPlugin(noting), write },
    changes: () => changes,
  };
}
