import type { Command } from 'commander';
import type { CliIo } from '../io.ts';

/** Adds `mcp`. Its library is loaded when it runs, so that no other command waits for it. */
export function addMcp(program: Command, io: CliIo, finish: (exitCode: number) => void): void {
  program
    .command('mcp')
    .description('serve the Model Context Protocol on stdin and stdout, for AI assistants')
    .option('--allow-trading', 'also offer tools that trade, on paper accounts only')
    .action(async (_options: unknown, command: Command) => {
      const { runMcp } = await import('./serve.ts');
      finish(await runMcp(command.optsWithGlobals(), io));
    });
}
