import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app/testApp.ts';

const script = `console.log(${JSON.stringify('windlass '.repeat(500))})`;

let folder: string;
let test: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'windlass-page-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Windlass</title>');
  await writeFile(join(folder, 'assets', 'index-a1.js'), script);
  test = await createTestApp({}, { pageFolder: folder });
});
afterAll(async () => {
  await test.stop();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  test.app.http.inject({ url, headers });

describe('the page', () => {
  it('is there without a key, and asked for anew each time', async () => {
    const answer = await get('/');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    });
    expect(answer.body).toContain('<title>Windlass</title>');
  });

  it('has an icon for whoever asks for the usual one', async () => {
    const answer = await get('/favicon.ico');
    expect([answer.statusCode, answer.headers.location]).toEqual([308, '/icon.svg']);
  });

  it('may load what we serve and speak to us alone', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
  });

  it('has files that are kept for ever, since another file has another name', async () => {
    const answer = await get('/assets/index-a1.js');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(answer.body).toBe(script);
  });

  it('comes small to browsers that take it so', async () => {
    const answer = await get('/assets/index-a1.js', { 'accept-encoding': 'gzip' });
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.rawPayload.length).toBeLessThan(script.length / 10);
    expect(gunzipSync(answer.rawPayload).toString()).toBe(script);
  });

  it.each(['/assets/none.js', '/assets/../../package.json', '/assets/%2e%2e/package.json'])(
    'leaves %s an unknown path of the API',
    async (url) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ isError: true, data: { error: 'ROUTE_NOT_FOUND' } });
    },
  );

  it('takes nothing of the API away, nor enters its description', async () => {
    expect((await test.call({ url: '/service' })).status).toBe(200);
    const { json } = await test.call({ url: '/openapi.json', key: null });
    expect(Object.keys(json.paths).filter((path) => !/^\/[a-z]/.test(path))).toEqual([]);
    expect(Object.keys(json.paths).filter((path) => path.startsWith('/assets'))).toEqual([]);
  });
});

describe('without a page', () => {
  it('/ is an unknown path as any other', async () => {
    const bare = await createTestApp();
    expect((await bare.call({ url: '/', key: null })).status).toBe(404);
    await bare.stop();
  });
});
