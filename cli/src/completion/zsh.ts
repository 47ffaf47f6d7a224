import { renderBash } from './bash.ts';
import type { CommandNode } from './tree.ts';

/** Returns the completion script for zsh, which reads that of bash. */
export function renderZsh(program: CommandNode): string {
  return `#compdef windlass
# zsh completion of windlass; made by "windlass completion zsh"
autoload -Uz compinit bashcompinit
(( $+functions[compdef] )) || compinit
bashcompinit
${renderBash(program)}`;
}
