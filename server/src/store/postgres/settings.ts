import type { SettingOperations } from '../operations.ts';
import { type Statements, writeAtEpoch } from './statements.ts';

// "do nothing" would return no row, and a select beside it cannot see what another session has just
// committed: setting the value to itself returns the one that stands.
const settleSettingSql = `
  insert into settings (name, value) values ($1, $2)
  on conflict (name) do update set value = settings.value
  returning value`;

// The shared lock makes a new owner wait for this statement, and this statement see a new owner.
const saveStateSql = `
  with owner as (select epoch from engine where id = 1 for share),
  saved as (
    insert into engine_state (name, value, epoch)
    select $2::text, $3::text, owner.epoch from owner where owner.epoch = $1::bigint
    on conflict (name) do update set value = excluded.value, epoch = excluded.epoch
  )
  select epoch from owner`;

interface Named {
  readonly value: string;
}

/** The write operations of settings and of the engine's states, each one statement. */
export function createPostgresSettings(statements: Statements): SettingOperations {
  // Invariant: holds the last save of each name that is not settled yet.
  const lastSaves = new Map<string, Promise<void>>();

  // Two connections may overtake each other; the later save of one name must win nevertheless.
  const saveInOrder: SettingOperations['saveState'] = (epoch, name, value) => {
    const earlier = lastSaves.get(name);
    const begin = () => writeAtEpoch(statements, saveStateSql, [epoch, name, value]);
    const save = (earlier === undefined ? begin() : earlier.then(begin, begin)).finally(() => {
      if (lastSaves.get(name) === save) lastSaves.delete(name);
    });
    lastSaves.set(name, save);
    return save;
  };

  return {
    async settleSetting(name, value) {
      const { rows } = await statements.queryAsOwner<Named>(settleSettingSql, [name, value]);
      return rows[0]?.value ?? value;
    },
    saveState: saveInOrder,
  };
}
