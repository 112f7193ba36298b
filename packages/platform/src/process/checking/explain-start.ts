import { ConfigError, formatConfigProblem } from "../config/read-config.ts";
import { checkConfig } from "./check-config.ts";
import { joinMessageLines } from "./collect-problem.ts";
import { explainFailure } from "./explain-failure.ts";

/**
 * Looks for everything that keeps the service from starting, after one thing did.
 *
 * @param error why it did not start
 * @returns a ConfigError with a line for each problem; the error itself when it is the only one, or is our fault
 */
export async function explainStart(
  error: unknown,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<unknown> {
  const message = explainFailure(error);
  // A check that fails must not hide the error.
  const checked = message && (await checkConfig(environment).catch(() => undefined));
  if (!checked || checked.problems.length === 0) {
    return error;
  }
  const { problems } = checked;
  const isAmong =
    error instanceof ConfigError ||
    problems.some((each) => joinMessageLines(message, each.variable) === each.message);
  if (isAmong && problems.length === 1) {
    return error;
  }
  const lines = problems.map(formatConfigProblem);
  return new ConfigError(isAmong ? lines : [joinMessageLines(message), ...lines]);
}
