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
// The service takes no arguments: whoever asks for help must not start it instead.
if (process.argv.slice(2).some((each) => each === '--help' || each === '-h')) {
  process.stdout.write(
    [
      'Usage: node server/bin/start.mjs (or "npm start")',
      '',
      'Runs the Windlass service in the foreground until Ctrl-C. It takes no arguments: every',
      'setting is an environment variable, listed in docs/settings.md. The first are',
      '',
      '  PORT, HOST         where it listens (3000, 127.0.0.1)',
      '  WINDLASS_DATA_DIR  folder of the database and keys (./data)',
      '  WINDLASS_FEED      simulated, live or replay:<file or folder> (simulated)',
      '',
      '"npm run windlass -- --help" shows the command line beside it.',
      '',
    ].join('\n'),
  );
  process.exit(0);
}
await import('../src/main.ts');
