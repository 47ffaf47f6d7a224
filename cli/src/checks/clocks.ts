import type { CliIo } from '../io.ts';
import { findKey, type GlobalOptions, serviceUrl } from '../settings.ts';
import type { Check } from './local.ts';
import { clockFailMs, clockWarnMs } from './service.ts';

const name = 'venues';
/** A page of metrics comes at once, or something is wrong. */
const answerMsMax = 10_000;
const figure = /^windlass_venue_clock_skew_seconds\{([^}]*)\} (\S+)$/gm;
const label = /venue="([^"]*)"/;

/** Checks how far the exchanges' clocks are from the service's, as the service measured it. */
export async function checkVenueClocks(options: GlobalOptions, io: CliIo): Promise<Check> {
  const text = await readFigures(options, io);
  if (text === undefined) {
    const detail =
      "not checked, as the exchanges' clocks are shown only to keys of role admin or analyst";
    return { name, status: 'warn', detail };
  }
  const skews = [...text.matchAll(figure)].map(([, labels = '', value]) => ({
    venue: label.exec(labels)?.[1] ?? 'an exchange',
    skewMs: Number(value) * 1_000,
  }));
  if (skews.length === 0) {
    return { name, status: 'ok', detail: 'no exchange has been asked for its time yet' };
  }
  const late = skews.filter(({ skewMs }) => Math.abs(skewMs) >= clockWarnMs);
  if (late.length === 0) {
    const venues = new Set(skews.map(({ venue }) => venue)).size;
    return {
      name,
      status: 'ok',
      detail: `the clocks of ${venues} exchanges agree with the service's`,
    };
  }
  const isBroken = late.some(({ skewMs }) => Math.abs(skewMs) >= clockFailMs);
  const apart = late.map(({ venue, skewMs }) => `${venue} ${(skewMs / 1_000).toFixed(1)} s`);
  return {
    name,
    status: isBroken ? 'fail' : 'warn',
    detail: `these clocks differ from the service's: ${apart.join(', ')}`,
    remedy: "Synchronise the clock of the service's machine (NTP).",
  };
}

/** Returns the page of metrics, which is no endpoint, so that the client has no method for it. */
async function readFigures(options: GlobalOptions, io: CliIo): Promise<string | undefined> {
  const key = findKey(options, io);
  const url = `${serviceUrl(options, io).replace(/\/$/, '')}/metrics`;
  const [late, answered] = [new AbortController(), new AbortController()];
  void io.runtime.sleep(answerMsMax, answered.signal).then(() => late.abort());
  const headers: Record<string, string> = key === undefined ? {} : { 'X-API-Key': key };
  try {
    const answer = await io.transport({ method: 'GET', url, headers, signal: late.signal });
    return answer.status === 200 ? answer.text : undefined;
  } catch {
    return undefined;
  } finally {
    answered.abort();
  }
}
