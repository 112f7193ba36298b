/** The words of the commands. */
export type CommandWords =
  | "serve"
  | "migrate"
  | "keys create"
  | "keys rotate"
  | "toolkits list"
  | "toolkits check";

/** An option of one command. `--help` and `--json` are every command's. */
export type OptionName = "name" | "organization" | "project";

/** What the help says of a command, and what its words may be. */
export interface CommandHelp {
  /** What stands behind the words. */
  readonly usage: string;
  readonly summary: string;
  /** What else a person has to know, as whole lines. */
  readonly details: readonly string[];
  readonly options: readonly OptionName[];
  /** Further words at most. */
  readonly rest: 0 | 1;
}

const inUse =
  "While the service runs on the same data directory, the command is done by the service.";

/** Every command with its help, in the order in which it is shown. */
export const commandHelp: Readonly<Record<CommandWords, CommandHelp>> = {
  serve: {
    usage: "",
    summary: "start the platform",
    details: [
      "Runs until SIGTERM or SIGINT, and then lets requests come to an end: 10 s, token exchanges 30 s.",
      "With DATABASE_URL, SIGTERM still takes requests for 5 s while /ready says 503, so that others take over.",
      "With --json, what it says about itself is one line of JSON.",
    ],
    options: [],
    rest: 0,
  },
  migrate: {
    usage: "",
    summary: "bring the schema of the database up to date",
    details: ["Every start does it too.", inUse],
    options: [],
    rest: 0,
  },
  "keys create": {
    usage: "[--name <name> | --organization <id> [--project <id>]]",
    summary: "make an organization and its first key, or a further key of one or of its project",
    details: ["The key is printed this once.", inUse],
    options: ["name", "organization", "project"],
    rest: 0,
  },
  "keys rotate": {
    usage: "",
    summary: "wrap every data key with the newest master key",
    details: [
      "It can be stopped at any time and run again. Progress goes to standard error.",
      "Where PLATFORM_MASTER_KEYS is not set, a new master key is made first, in the data directory.",
      "Where it is set, its first key is used; add it on every replica before it becomes the first.",
      "Nothing is rotated while a process that serves on the same database lacks that key.",
      inUse,
    ],
    options: [],
    rest: 0,
  },
  "toolkits list": {
    usage: "",
    summary: "list the toolkits with their versions",
    details: [],
    options: [],
    rest: 0,
  },
  "toolkits check": {
    usage: "[folder]",
    summary: "check toolkit documents, all that a start reads without a folder",
    details: [
      "A folder is checked as it would stand beside the platform's own: PLATFORM_TOOLKITS names it for a start.",
    ],
    options: [],
    rest: 1,
  },
};

/** Whether words name a command. */
export function isCommand(words: string): words is CommandWords {
  return Object.hasOwn(commandHelp, words);
}

/** The help of one command, or of all. */
export function helpText(command?: CommandWords): string {
  const ending =
    "The environment decides where and how; the README lists the variables.\nExit codes: 0 done, 1 it failed, 2 wrong usage.";
  if (command === undefined) {
    const lines = Object.entries(commandHelp).map(
      ([words, { summary }]) => `  ${words.padEnd(16)} ${summary}`,
    );
    return `Usage: platform <command>\n\n${lines.join("\n")}\n
Each takes --help, and --json to print its outcome as JSON.\n${ending}`;
  }
  const { usage, summary, details } = commandHelp[command];
  const line = ["platform", command, usage, "[--json]"].filter((word) => word !== "").join(" ");
  const sentence = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
  return [`Usage: ${line}`, "", sentence, ...details, "", ending].join("\n");
}
