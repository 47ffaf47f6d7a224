import process from 'node:process';
import { ConfigError, loadConfig } from './config.ts';
import { type Finding, inspectPostgres, inspectSqlite } from './store/inspect.ts';

/** Looks at the settings and the database, changes nothing, and prints what it found as JSON. */
async function inspect(): Promise<Finding> {
  try {
    const { dataDir, databaseUrl } = loadConfig(process.env);
    return databaseUrl ? await inspectPostgres(databaseUrl.reveal()) : inspectSqlite(dataDir);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const remedy = 'Correct the environment: the service does not start like this.';
    return { status: 'fail', detail: error.message.replace(/\.$/, ''), remedy };
  }
}

process.stdout.write(`${JSON.stringify(await inspect())}\n`);
