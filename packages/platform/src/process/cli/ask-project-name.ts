import { createInterface } from "node:readline/promises";
import { parseProjectName } from "../config/values.ts";

/** The answer that Enter gives. */
const suggested = "My project";

/** The streams of a person who is asked. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/**
 * The question for the name of the first project; undefined where no person could answer: in scripts and in CI, which must not wait.
 *
 * @param environment with `CI`, nobody is asked, even on a terminal
 */
export function openProjectQuestion(
  { input, output }: Terminal,
  environment: Readonly<Record<string, string | undefined>>,
): (() => Promise<string>) | undefined {
  if (input.isTTY !== true || output.isTTY !== true || (environment.CI ?? "") !== "") {
    return undefined;
  }
  return async () => {
    const lines = createInterface({ input, output });
    // Otherwise Ctrl+C would only end the question, and the start would wait for ever.
    lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
    try {
      for (;;) {
        const question = `\nName of your project, which users see when they connect (${suggested}): `;
        const name = (await lines.question(question)).trim() || suggested;
        const parsed = parseProjectName(name);
        if (typeof parsed === "string") {
          return parsed;
        }
        output.write(`The name ${parsed.problem}.\n`);
      }
    } finally {
      lines.close();
    }
  };
}
