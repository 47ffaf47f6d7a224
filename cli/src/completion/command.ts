import { Argument, type Command } from 'commander';
import type { CliIo } from '../io.ts';
import { renderBash } from './bash.ts';
import { renderFish } from './fish.ts';
import { type CommandNode, readTree } from './tree.ts';
import { renderZsh } from './zsh.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

const renderers: Readonly<Record<Shell, (program: CommandNode) => string>> = {
  bash: renderBash,
  zsh: renderZsh,
  fish: renderFish,
};

const installHelp = `
Where "windlass" is on the path:

  bash  windlass completion bash > ~/.local/share/bash-completion/completions/windlass
  zsh   windlass completion zsh > a folder of $fpath, as _windlass
  fish  windlass completion fish > ~/.config/fish/completions/windlass.fish

It knows commands, options and their choices; it asks no service.`;

/** Adds `completion`, which knows every command that was added to the program. */
export function addCompletion(program: Command, io: CliIo): void {
  program
    .command('completion')
    .description('print a script that completes commands in a shell')
    .addArgument(new Argument('<shell>', 'the shell to complete in').choices(shells))
    .addHelpText('after', installHelp)
    .action((shell: Shell) => io.stdout.write(renderers[shell](readTree(program))));
}
