import type { Argument, Command, Option } from "commander";

/** The shells that have a completion. */
export const shells = ["bash", "zsh", "fish"] as const;

/** The name of a shell that has a completion. */
export type Shell = (typeof shells)[number];

/**
 * A script that completes the words of a command, for the start-up file of a shell. It asks the command itself, with
 * `complete-words`.
 */
export function printCompletion(name: string, shell: Shell): string {
  const id = name.replace(/\W/g, "_");
  switch (shell) {
    case "bash":
      return `_${id}() {
  local IFS=$'\\n'
  COMPREPLY=($(${name} complete-words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _${id} ${name}
`;
    case "zsh":
      return `#compdef ${name}
_${id}() {
  local -a found
  found=("\${(@f)$(${name} complete-words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -- $found
}
compdef _${id} ${name}
`;
    case "fish":
      return `complete -c ${name} -f -a '(${name} complete-words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'
`;
    default:
      return shell satisfies never;
  }
}

/**
 * The words that can stand where the last of these words is: commands, flags, or the values of an argument. None where a
 * value can be any text.
 */
export function completeWords(program: Command, words: readonly string[]): readonly string[] {
  const last = words.at(-1) ?? "";
  let command = program;
  let count = 0;
  let flag: Option | undefined;
  for (const word of words.slice(0, -1)) {
    const inner = command.commands.find((each) => each.name() === word);
    const isValue = flag !== undefined;
    flag = isValue ? undefined : findFlagWithValue(command, word);
    count += inner === undefined && !isValue && !word.startsWith("-") ? 1 : 0;
    command = inner ?? command;
  }
  const found =
    flag === undefined && last.startsWith("-")
      ? listFlags(command)
      : listWords(command, flag ?? command.registeredArguments[count]);
  return found.filter((word) => word.startsWith(last) && word !== "complete-words");
}

/** The flag that takes the next word. */
function findFlagWithValue({ options }: Command, word: string): Option | undefined {
  return options.find((each) => each.long === word && (each.required || each.optional));
}

function listFlags({ options }: Command): readonly string[] {
  return options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : []));
}

/** The values of an argument if the command takes one here, else the commands, else the flags. */
function listWords(command: Command, taken: Option | Argument | undefined): readonly string[] {
  const commands = command.commands.map((each) => each.name());
  return taken === undefined
    ? commands.length > 0
      ? commands
      : listFlags(command)
    : (taken.argChoices ?? []);
}
