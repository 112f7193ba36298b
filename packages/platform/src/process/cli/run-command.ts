import { explainFailure } from "../checking/explain-failure.ts";
import type { Outcome } from "../control/administer.ts";
import { StartError } from "../start-error.ts";

/** Receives the exit code of a command. */
export type SetCode = (code: number) => void;

/** Flags of every command. */
export interface SharedFlags {
  readonly json?: boolean | undefined;
}

/** The option `--json`, which every command has. */
export const jsonFlag = ["--json", "print the outcome as one line of JSON"] as const;

/** Outcome of a command: the result of its work, or the problems that it found. */
export type CommandOutcome = Outcome & { readonly isFailure?: boolean };

/**
 * Does the work of a command and prints its outcome. For an error that the operator can fix, it prints only the
 * message; any other error is a bug, and is printed with its stack. With `--json` the outcome, or the failure, is one
 * line on standard output.
 *
 * @param work returns the outcome, or undefined when it has printed everything itself
 * @returns the exit code: 0, or the one of the error, which is 1 as a rule
 */
export async function runCommand(
  { json = false }: SharedFlags,
  work: () => Promise<CommandOutcome | undefined>,
): Promise<number> {
  try {
    const outcome = await work();
    if (outcome === undefined) {
      return 0;
    }
    console.log(json ? JSON.stringify(outcome.data) : outcome.text);
    return outcome.isFailure === true ? 1 : 0;
  } catch (error) {
    const message = explainFailure(error);
    if (json) {
      console.log(JSON.stringify({ error: message ?? "a fault of the program" }));
    }
    console.error(message ?? error);
    return error instanceof StartError ? error.exitCode : 1;
  }
}
