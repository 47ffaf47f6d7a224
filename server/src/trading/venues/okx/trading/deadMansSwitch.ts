import { isFields } from '../../shared/json.ts';
import type { DeadMansSwitch } from '../../shared/live/dialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { valueAt } from '../../shared/wireFields.ts';
import { cancelAllAfter } from './endpoints.ts';
import { textIn } from './rows.ts';

/**
 * For all orders on the book, spot and contracts together, in whole seconds from 10 to 120; zero
 * switches it off. Waiting algo orders stay (cancel all after, okx API v5: through order book).
 */
export const okxDeadMansSwitch: DeadMansSwitch = {
  marketTypes: ['spot', 'swap', 'future'],
  isShared: true,
  async set({ client }, { delayMs = 0 }) {
    const timeOut = String(Math.ceil(delayMs / 1_000));
    const answer = await cancelAllAfter(client, { timeOut });
    const row = valueAt(answer, 'data', 0);
    required(isFields(row) ? textIn(row, 'triggerTime') : undefined, 'time of a cancel');
  },
};
