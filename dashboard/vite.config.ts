import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  build: {
    outDir: 'built',
    emptyOutDir: true,
    target: 'es2022',
    // What it replaces is read by nobody: files are served from this machine.
    modulePreload: { polyfill: false },
    // One sheet: pages that are loaded later would otherwise be drawn before their style is there.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1_000,
    // "use client" is a word to servers that render; there is none.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
  // `npm run dev:dashboard` draws the page anew on each change, on the running service.
  server: {
    proxy: {
      '^/(order-execution|admin|api|data|delegation|oems|service|health)': {
        target: 'http://127.0.0.1:3000',
        ws: true,
      },
    },
  },
});
