import type { VenueMark } from '../../perpsPort.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { PublicCall } from '../../shared/live/dialect.ts';
import { required } from '../../shared/live/shapes.ts';
import { readPositive, valueAt } from '../../shared/wireFields.ts';
import { fromCoin } from '../symbols.ts';
import { info } from './endpoints.ts';

/** Reads the figures of all perpetuals by their coins; undefined for one without figures. */
export async function readContexts({
  client,
}: PublicCall): Promise<ReadonlyMap<string, Fields | undefined>> {
  const answer = await info(client, { type: 'metaAndAssetCtxs' });
  // Names are in one list and figures in another, in the same order.
  const universe = valueAt(answer, 0, 'universe');
  const names: readonly unknown[] = required(
    Array.isArray(universe) ? universe : undefined,
    'perpetuals there are',
  );
  return new Map(
    names.map((each, at) => {
      const figures = valueAt(answer, 1, at);
      return [String(valueAt(each, 'name')), isFields(figures) ? figures : undefined];
    }),
  );
}

/** One answer has all perpetuals, without a time: each price counts as late as it may be. */
export async function readMarks(call: PublicCall): Promise<readonly VenueMark[]> {
  const contexts = await readContexts(call);
  const atMs = call.client.latestMilliseconds();
  return [...contexts].flatMap(([coin, figures]) => {
    const symbol = fromCoin(coin);
    const price = readPositive(figures?.markPx);
    return symbol === undefined || price === undefined ? [] : [{ symbol, price, atMs }];
  });
}
