import type { Command } from "commander";
import { readConfig } from "../config/read-config.ts";
import { openProjectQuestion } from "./ask-project-name.ts";
import { runCommand, type SetCode, type SharedFlags } from "./run-command.ts";

const help = `
It runs until SIGTERM or SIGINT. Running requests then have 10 s to end, token exchanges 30 s.
With DATABASE_URL, it still accepts requests for 5 s after SIGTERM while /ready answers 503, so that other processes take over.

Examples:
  platform serve                        the API and the jobs, on port 3000
  PORT=8080 platform serve              the same on another port
  PLATFORM_ROLE=worker platform serve   the jobs alone`;

/** Adds `platform serve`. */
export function addServe(program: Command, setCode: SetCode): void {
  program
    .command("serve")
    .description("Start the platform.")
    .option("--json", "print the addresses and keys as one line of JSON")
    .addHelpText("after", help)
    .action(async (flags: SharedFlags) => {
      const serveCommand = async (): Promise<undefined> => {
        try {
          const config = readConfig(process.env);
          const { serveUntilSignal } = await import("./serve-until-signal.ts");
          const isJson = flags.json === true;
          const terminal = { input: process.stdin, output: process.stdout };
          const askProjectName = isJson ? undefined : openProjectQuestion(terminal, process.env);
          return await serveUntilSignal({ config, isJson, askProjectName });
        } catch (error) {
          const { explainStart } = await import("../checking/explain-start.ts");
          throw await explainStart(error, process.env);
        }
      };
      setCode(await runCommand(flags, serveCommand));
    });
}
