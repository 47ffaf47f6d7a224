import compress from '@fastify/compress';
import files from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** It may load what we serve and speak to us alone, so it works on a desk without internet. */
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

/** Names of assets carry a digest of what is in them. */
const assets = /[\\/]assets[\\/]/;

/** Serves the built page of a folder at `/`, each of its files under its own path. */
export async function registerPage(instance: FastifyInstance, folder: string): Promise<void> {
  await instance.register(async (scope) => {
    await scope.register(compress);
    // Asked for unseen by browsers and bookmarks, which take the page's icon as well.
    scope.get('/favicon.ico', (_request, reply) => reply.redirect('/icon.svg', 308));
    await scope.register(files, {
      root: folder,
      // A route for each file: whatever else is asked for stays an unknown path of the API.
      wildcard: false,
      cacheControl: false,
      decorateReply: false,
      setHeaders: (reply, path) => {
        const isAsset = assets.test(path);
        void reply.headers({
          'cache-control': isAsset ? 'public, max-age=31536000, immutable' : 'no-cache',
          'content-security-policy': pagePolicy,
        });
      },
    });
  });
}
