import type { Database } from 'better-sqlite3';
import type { SettingOperations } from '../operations.ts';
import type { AtOnce } from './calls.ts';

/** The write operations of settings and of the engine's states as prepared statements. */
export function createSqliteSettings(connection: Database): AtOnce<SettingOperations> {
  const insertSetting = connection.prepare<[string, string]>(
    'insert into settings (name, value) values (?, ?) on conflict (name) do nothing',
  );
  const readSetting = connection
    .prepare<[string], string>('select value from settings where name = ?')
    .pluck();
  const upsertState = connection.prepare<[string, string, number]>(`
    insert into engine_state (name, value, epoch) values (?, ?, ?)
    on conflict (name) do update set value = excluded.value, epoch = excluded.epoch`);
  return {
    settleSetting(name, value) {
      insertSetting.run(name, value);
      return readSetting.get(name) ?? value;
    },
    saveState(epoch, name, value) {
      upsertState.run(name, value, epoch);
    },
  };
}
