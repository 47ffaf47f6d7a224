// Plain JavaScript that any Node.js can read, so that an old one gets a sentence,
// not a syntax error.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `Windlass needs Node.js 24 or newer; this is ${process.versions.node}. ` +
      'On Linux `npm ci` brings one along: start it with `npm start`.\n',
  );
  process.exit(1);
}
await import('../src/main.ts');
