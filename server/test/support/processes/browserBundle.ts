import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { rolldown } from 'rolldown';

/** Globals of a page that JavaScript itself does not have; none of Node.js. */
const ofBrowsers = {
  AbortController,
  AbortSignal, // tidy-ok: the page's own
  Event,
  EventTarget,
  clearTimeout,
  setTimeout, // tidy-ok: the page's own
  setInterval, // tidy-ok: the page's own
  queueMicrotask,
  Blob,
  Headers,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  WebSocket,
  clearInterval,
  fetch,
};

/**
 * Bundles the module, which is in the folder, for browsers and runs it in a page; resolves with the
 * value that it passes to `globalThis.page.tell`.
 */
export async function runInBrowser(folder: string, text: string, page: object): Promise<unknown> {
  const input = join(folder, 'page.mjs');
  await writeFile(input, text);
  const bundle = await rolldown({
    input,
    cwd: folder,
    platform: 'browser',
    onLog(level, { message }) {
      // A module that browsers lack is only a warning there.
      if (level === 'warn') throw new Error(message);
    },
  });
  const { output } = await bundle.generate({ format: 'iife' });
  await bundle.close();
  const [{ code }] = output;
  return await new Promise((tell) => {
    const globals: Record<string, unknown> = { ...ofBrowsers, page: { ...page, tell } };
    runInContext(code, createContext({ ...globals, self: globals, window: globals }));
  });
}
