#!/usr/bin/env node
// Plain JavaScript that Node 14.8 can parse: older versions cannot read TypeScript and would end in
// a syntax error before any check of theirs.
const versionMin = 24;

if (Number(process.versions.node.split('.')[0]) >= versionMin) {
  const { enableCompileCache } = await import('node:module');
  const { fileURLToPath } = await import('node:url');
  // What is compiled is kept, so that each later command starts in half the time. Where the folder
  // may not be written nothing is kept, and nothing is said.
  enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/windlass', import.meta.url)));
  await import('../src/main.ts');
} else {
  process.stderr.write(
    `windlass needs Node.js ${versionMin} or newer, this is ${process.versions.node}. ` +
      'In the repository, "npm run windlass -- <command>" uses the Node.js it brings along.\n',
  );
  process.exitCode = 1;
}
