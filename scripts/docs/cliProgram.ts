import { readTree } from '../../cli/src/completion/tree.ts';
import { createFakeIo } from '../../cli/src/fakeIo.ts';
import { createProgram } from '../../cli/src/run.ts';

type Program = ReturnType<typeof createProgram>;

/** What the page of the command line is made of: the commands that there are today. */
export function readProgram() {
  const program = createProgram(createFakeIo().io, () => undefined);
  const notesOf = (path: readonly string[]) => readNotes(commandAt(program, path));
  return { tree: readTree(program), notesOf };
}

function commandAt(program: Program, path: readonly string[]): Program {
  return path.reduce((above, name) => {
    const found = above.commands.find((command) => command.name() === name);
    if (!found) throw new Error(`there is no command ${path.join(' ')}`);
    return found;
  }, program);
}

/** What the help says after all that it draws from the command itself. */
function readNotes(command: Program): string {
  const written: string[] = [];
  command.configureOutput({ writeOut: (text) => written.push(text) });
  command.outputHelp();
  return written.join('').slice(command.helpInformation().length).trim();
}
