import { type Logger as Pino, pino } from 'pino';
import type { LogFields, Logger } from './logger.ts';
import { textLine } from './textLog.ts';

/** Field names whose values never appear in a log line, at the first levels of nesting. */
const secretFields = [
  'authorization',
  'key',
  'apiKey',
  'api_key',
  'secret',
  'password',
  'passphrase',
  'credentials',
  'privateKey',
  'databaseUrl',
  '"x-api-key"',
];
const redactedPaths = secretFields.flatMap((field) => {
  const step = field.startsWith('"') ? `[${field}]` : `.${field}`;
  return [step.replace(/^\./, ''), `*${step}`, `*.*${step}`];
});

/** Matches texts that look like our keys, anywhere in a message. */
const keyShape = /\bak_[A-Za-z0-9_-]{8,}/g;

interface LoggerOptions {
  readonly level: string;
  /** `text` is for people; JSON when absent. */
  readonly format?: 'json' | 'text';
  /** Destination of the lines; standard output when absent. */
  readonly destination?: { write(line: string): void };
}

/**
 * Creates a logger of structured lines; secrets are redacted by field name and by the form of our
 * keys.
 */
export function createLogger(options: LoggerOptions): Logger {
  const destination = options.destination ?? pino.destination({ dest: 1, sync: true });
  const toText = { write: (line: string) => void destination.write(textLine(line)) };
  const root = pino(
    {
      level: options.level,
      redact: { paths: redactedPaths, censor: (value) => value && '[secret]' },
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        streamWrite: (line) => line.replace(keyShape, '[secret]'),
      },
    },
    options.format === 'text' ? toText : destination,
  );
  return wrap(root);
}

function wrap(log: Pino): Logger {
  return {
    debug: (fields, message) => log.debug(fields, message),
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
    child: (fields: LogFields) => wrap(log.child(fields)),
  };
}
