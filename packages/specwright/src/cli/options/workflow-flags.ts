import type { Command } from "commander";
import { readWorkflowInputs } from "../../commands/load/workflows/read-workflow-inputs.ts";
import type { WorkflowOptions } from "../../commands/load/workflows/workflow-options.ts";
import { collectPair, collectWord } from "./repeatable.ts";

/** The flags of `verify` for workflows. */
export interface WorkflowFlags {
  readonly workflows?: readonly string[];
  readonly workflowInput?: Readonly<Record<string, string>>;
  readonly workflowInputs?: string;
  readonly workflowSecret?: Readonly<Record<string, string>>;
  readonly server?: Readonly<Record<string, string>>;
  readonly onlyWorkflows?: boolean;
}

/** Adds the flags to a command. */
export function addWorkflowFlags(command: Command): Command {
  return command
    .option(
      "--workflows <file>",
      "an Arazzo document whose workflows run first (repeatable)",
      collectWord,
    )
    .option(
      "--workflow-input <name=value>",
      "an input, for every workflow that has one of the name (repeatable)",
      collectPair,
    )
    .option("--workflow-inputs <file>", "a YAML or JSON file with inputs by workflow, then by name")
    .option(
      "--workflow-secret <name=variable>",
      "an input from a variable of the environment; reports do not show it (repeatable)",
      collectPair,
    )
    .option(
      "--server <source=url>",
      "the address of another API that workflows call, by the name of its source description (repeatable)",
      collectPair,
    )
    .option("--only-workflows", "run the workflows, and no other requests");
}

/**
 * The workflows that the flags ask for. Undefined without `--workflows`. Ends the command as wrong usage when flags do not fit
 * together, or a variable of the environment is not set.
 *
 * @throws DiagnosticError when the file with the inputs cannot be read
 */
export function readWorkflowFlags(
  flags: WorkflowFlags,
  command: Command,
): WorkflowOptions | undefined {
  const { workflows: files, workflowInput, workflowInputs, workflowSecret, server } = flags;
  if (files === undefined) {
    const names = Object.keys({
      workflowInput,
      workflowInputs,
      workflowSecret,
      server,
      ...(flags.onlyWorkflows && { onlyWorkflows: true }),
    });
    const lone = names.find((name) => Object.hasOwn(flags, name));
    if (lone !== undefined) {
      const flag = lone.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      command.error(
        `error: --${flag} is for workflows. Pass --workflows <file> too, or leave it out.`,
      );
    }
    return undefined;
  }
  const secrets = Object.entries(workflowSecret ?? {}).map(([name, variable]) => {
    const { [variable]: value } = process.env;
    return value === undefined
      ? command.error(
          `error: the environment has no variable ${variable}. Set it, or pass another name to --workflow-secret ${name}=<variable>.`,
        )
      : [name, value];
  });
  return {
    ...{ files, only: flags.onlyWorkflows ?? false, secrets: Object.fromEntries(secrets) },
    ...(workflowInput && { texts: workflowInput }),
    ...(server && { servers: server }),
    ...(workflowInputs !== undefined && {
      inputs: readWorkflowInputs(workflowInputs, process.cwd()),
    }),
  };
}
