import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { createKeptAnswer } from './keptAnswer.ts';

/** The page may load and reach only our own files and API, so it works without internet. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Charts set their style in an element of their own.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** All types of files that a built page has; others are served as bytes. */
const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Serves the built page of a folder at `/`, each of its files under its own path. */
export async function registerPage(instance: FastifyInstance, folder: string): Promise<void> {
  const hidden = { schema: { hide: true } };
  // Browsers and bookmarks request it unprompted; they accept the page's icon as well.
  instance.get('/favicon.ico', hidden, (_request, reply) => reply.redirect('/icon.svg', 308));
  for (const path of await filesIn(folder)) {
    // Names of assets contain a digest of their content.
    const isAsset = path.startsWith('assets/');
    const answer = createKeptAnswer({
      content: await readFile(join(folder, path)),
      contentType: contentTypes[extname(path)] ?? 'application/octet-stream',
      headers: {
        'cache-control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
        'content-security-policy': pagePolicy,
      },
    });
    // There is a route for each file: other requests remain unknown paths of the API.
    instance.get(`/${path}`, hidden, answer);
    if (path === 'index.html') instance.get('/', hidden, answer);
  }
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}
