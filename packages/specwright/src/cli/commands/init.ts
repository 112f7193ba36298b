import { join } from "node:path";
import { type Command, Option } from "commander";
import { type InitializeResult, initialize } from "../../commands/init.ts";
import { toShellWord } from "../../commands/settings/portable-command.ts";
import { type PipelineHost, pipelineHosts } from "../../commands/starter/pipelines/pipeline.ts";
import { dropUndefined, pick } from "../../defined.ts";
import { count } from "../report/count.ts";
import { escapeForTerminal } from "../report/render-diagnostic.ts";
import { printJson, runReported } from "../report/report.ts";
import { showPath } from "../report/shown-path.ts";

interface Flags {
  readonly json?: boolean;
  readonly ci?: PipelineHost;
}

const moreHelp = `
Examples:
  specwright init my-api
  specwright init my-api --ci github
  specwright init --ci github    for a project that has a redocly.yaml

Exit codes: 0 written; 1 the folder is not empty, or has a workflow already; 2 wrong usage.`;

/** Adds `specwright init`. */
export function addInit(program: Command, setCode: (code: number) => void): void {
  program
    .command("init")
    .description(
      "Start a new API in an empty folder: a document, its server and client, and a test.",
    )
    .argument("[folder]", "a folder that is empty or does not exist yet", ".")
    .addOption(
      new Option(
        "--ci <host>",
        "write workflows that check pull requests, propose releases and publish them; also for a project that has a redocly.yaml",
      ).choices(pipelineHosts),
    )
    .option("--json", "print the result as JSON")
    .addHelpText("after", moreHelp)
    .action(async (folder: string, { json, ci }: Flags) => {
      const runInit = async (): Promise<number> => {
        const result = initialize({ folder, ...dropUndefined({ ci }) });
        if (json === true) {
          printJson({ ok: true, ...pick(result, ["files", "clone"]) });
        } else {
          process.stdout.write(escapeForTerminal(describeWritten(showPath(folder), result, ci)));
        }
        return 0;
      };
      setCode(await runReported(json === true, runInit));
    });
}

/** The written files, and the first commands to run, which can be pasted into a shell. */
function describeWritten(
  folder: string,
  { files, isNew, clone }: InitializeResult,
  ci: PipelineHost | undefined,
): string {
  const enter = folder === "." ? [] : [`cd ${toShellWord(folder)}`];
  // Packages are linked by the second installation, when they are there.
  const install = ["npm install", ...(ci ? ["npx specwright generate", "npm install"] : [])];
  return [
    `${count(files.length, "file")} written:`,
    ...files.map((file) => `  ${join(folder, file)}`),
    "",
    ...(isNew
      ? [
          "Next:",
          ...[...enter, ...install, "npm start"].map((command) => `  ${command}`),
          "",
          "Then npm test runs the tests, and npm run lists the other commands.",
          ...(clone === undefined
            ? []
            : [`package.json names packages of specwright that were packed from ${clone}.`]),
          "",
        ]
      : []),
    ...(ci === undefined ? [] : [nextOnHost[ci], ""]),
  ].join("\n");
}

const nextOnHost: Readonly<Record<PipelineHost, string>> = {
  github:
    "On GitHub: store a token of the registry as the secret NPM_TOKEN, and allow workflows to open pull requests.",
  gitlab:
    "On GitLab: store a token of the registry as NPM_TOKEN, and a project token with the scope api and the role Maintainer as RELEASE_TOKEN.",
};
