import { type Call, callOn } from '../call.ts';
import { Refusal } from '../errors.ts';

/** Maximum number of orders placed at once. */
const ordersMax = 20;

/** Returns a handler for several orders, each of which is accepted or refused on its own. */
export function batchOf(place: (call: Call) => readonly object[]) {
  return (call: Call): readonly object[] => {
    if (call.list.length > ordersMax) {
      throw new Refusal('50025', `Parameter orders count exceeds the limit ${ordersMax}.`);
    }
    return call.list.flatMap((fields) => {
      const one: Call = { ...call, ...callOn({ ...call, fields }) };
      try {
        return place(one);
      } catch (error) {
        // A feature that is not simulated fails the whole request, as the exchange would not answer
        // so.
        if (!(error instanceof Refusal) || error.code === '-1') throw error;
        const { code, message } = error;
        const ids = { ordId: '', clOrdId: fields.text('clOrdId') ?? '' };
        const tag = fields.text('tag') ?? '';
        return [{ ...ids, tag, ts: String(call.exchange.now()), sCode: code, sMsg: message }];
      }
    });
  };
}
