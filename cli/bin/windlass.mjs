#!/usr/bin/env node
// Plain JavaScript that Node 14.8 can parse: older versions cannot read TypeScript and would end in
// a syntax error before any check of theirs.
const versionMin = 24;

if (Number(process.versions.node.split('.')[0]) >= versionMin) {
  await import('../src/main.ts');
} else {
  process.stderr.write(
    `windlass needs Node.js ${versionMin} or newer, this is ${process.versions.node}. ` +
      'In the repository, "npm run windlass -- <command>" uses the Node.js it brings along.\n',
  );
  process.exitCode = 1;
}
