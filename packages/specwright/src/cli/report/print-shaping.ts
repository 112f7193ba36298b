import { escapeForTerminal } from "./render-diagnostic.ts";
import { printJson } from "./report.ts";

/**
 * Prints what a command made of a document: with `--json` its result, without the text that `-o` writes, and otherwise a report in
 * words.
 */
export function printShaping(
  result: { readonly text: string },
  { json, output }: { readonly json?: boolean; readonly output?: string },
  describe: () => string,
): void {
  if (json === true) {
    const { text: _, ...rest } = result;
    printJson({ ok: true, ...(output !== undefined && { output }), ...rest });
  } else {
    process.stdout.write(escapeForTerminal(describe()));
  }
}
