import type { Database } from 'better-sqlite3';
import { StaleEpochError } from '../types.ts';

/** Makes what refuses every epoch but the one that stands. */
export function createEpochCheck(connection: Database): (epoch: number) => void {
  const readEpoch = connection.prepare<[], number>('select epoch from engine where id = 1').pluck();
  return (epoch) => {
    const current = readEpoch.get() ?? 0;
    if (current !== epoch) throw new StaleEpochError(epoch, current);
  };
}
