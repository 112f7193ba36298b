import type { Command } from "commander";
import { runTool, type Tool } from "../../commands/packages/run-tool.ts";
import { runReported } from "../report/report.ts";

interface ToolCommand extends Tool {
  readonly description: string;
}

/** Commands of other tools that are useful together with specwright. */
const tools: readonly ToolCommand[] = [
  {
    command: "lint",
    package: "@redocly/cli",
    program: "redocly",
    description: "Lint documents by the rules of redocly.yaml (runs @redocly/cli).",
  },
  {
    command: "mock",
    package: "@stoplight/prism-cli",
    program: "prism",
    description: "Serve a document's operations with its examples (runs @stoplight/prism-cli).",
  },
];

/** Adds `specwright lint` and `specwright mock`, which pass their arguments on to these tools. */
export function addTools(program: Command, setCode: (code: number) => void): void {
  for (const tool of tools) {
    program
      .command(tool.command)
      .description(tool.description)
      .argument("[arguments...]", `what \`${tool.program} ${tool.command}\` takes`)
      .allowUnknownOption()
      .helpOption(false)
      .action(async (args: readonly string[]) => {
        const runTools = (): Promise<number> =>
          runTool(tool, [tool.command, ...args], process.cwd());
        setCode(await runReported(false, runTools));
      });
  }
}
