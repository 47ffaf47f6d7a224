import { describe, expect, it } from 'vitest';
import { createRecordedDocuments } from './recordedDocuments.ts';

const never = new AbortController().signal;
const recorded = (symbol: string) => `https://old.host/api/v1/depth?symbol=${symbol}&limit=1000`;
const wanted = (symbol: string) => `https://new.host/api/v3/depth?limit=5000&symbol=${symbol}`;

const held = ['A', 'B', 'C'].map(recorded);

describe('recorded documents', () => {
  it('go to who asked for the same thing, whatever host, version and limit', async () => {
    const documents = createRecordedDocuments(held);
    const b = documents.get(wanted('B'), never);
    const a = documents.get(wanted('A'), never);
    documents.arrived(recorded('A').replace('depth', 'trades'), 'trades');
    documents.arrived(recorded('A'), 'a');
    documents.arrived(recorded('B'), 'b');
    expect([await a, await b]).toEqual(['a', 'b']);
  });

  it('that nobody asked for yet are kept, the newest, for one call', async () => {
    const documents = createRecordedDocuments(held);
    documents.arrived(recorded('A'), 'older');
    documents.arrived(recorded('A'), 'newer');
    expect(await documents.get(wanted('A'), never)).toBe('newer');
    const next = documents.get(wanted('A'), never);
    documents.arrived(recorded('A'), 'next');
    expect(await next).toBe('next');
  });

  it('that never come reject at the end, or when no longer wanted', async () => {
    const documents = createRecordedDocuments(held);
    const abort = new AbortController();
    const given = documents.get(wanted('A'), abort.signal);
    const open = documents.get(wanted('B'), never);
    abort.abort();
    documents.end();
    await expect(given).rejects.toThrow('aborted');
    await expect(open).rejects.toThrow('the recording holds no further answer');
    await expect(documents.get(wanted('C'), never)).rejects.toThrow('no further answer');
  });

  it('that the recording does not hold at all are not waited for', async () => {
    const documents = createRecordedDocuments(held);
    const answer = documents.get('https://x/contracts/BTC_USDT', never);
    await expect(answer).rejects.toThrow('the recording holds no further answer');
  });

  it('much shallower than asked for are no answer where there are deeper ones', async () => {
    const deep = recorded('A');
    const probe = deep.replace('1000', '100');
    const documents = createRecordedDocuments([deep, probe]);
    documents.arrived(probe, 'early probe');
    const snapshot = documents.get(wanted('A'), never);
    expect(await documents.get(probe, never)).toBe('early probe');
    documents.arrived(probe, 'probe');
    documents.arrived(deep, 'snapshot');
    expect(await snapshot).toBe('snapshot');
    expect(await documents.get(probe, never)).toBe('probe');
  });

  it('however shallow are the answer where there are no others', async () => {
    const probe = recorded('A').replace('1000', '5');
    const documents = createRecordedDocuments([probe]);
    documents.arrived(probe, 'all there is');
    expect(await documents.get(wanted('A'), never)).toBe('all there is');
  });
});
