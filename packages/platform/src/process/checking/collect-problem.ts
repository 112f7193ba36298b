import type { ConfigProblem } from "../config/read-config.ts";
import { explainFailure } from "./explain-failure.ts";

/**
 * Runs checks that throw, and adds what they throw to a list.
 *
 * @returns a function that runs one of them and returns its result, or undefined when it threw what the operator can
 *   correct. Other errors are ours, and are thrown.
 */
export function collectProblem(
  problems: ConfigProblem[],
): <T>(variable: string, check: () => Promise<T>) => Promise<T | undefined> {
  return async (variable, check) => {
    try {
      return await check();
    } catch (error) {
      const message = explainFailure(error);
      if (message === undefined) {
        throw error;
      }
      problems.push({ variable, message: joinMessageLines(message, variable) });
      return undefined;
    }
  };
}

/** A message in one line, without the name of its variable at the beginning. */
export function joinMessageLines(message: string, variable = ""): string {
  const line = message
    .split("\n")
    .map((part) => part.trim())
    .join(" ")
    .trim();
  return variable !== "" && line.startsWith(variable)
    ? line.slice(variable.length).replace(/^:?\s+/, "")
    : line;
}
