import { createDiagnosticError } from "../../diagnostic.ts";
import { withoutLinks } from "../../document/read/files/without-links.ts";

/**
 * Checks that a file that will be replaced is not one that people edit.
 *
 * @param sources the files that its content is made from, by their absolute paths without links
 * @throws DiagnosticError `output-is-source` when it is one of them.
 */
export function refuseSource(path: string, sources: ReadonlyMap<string, unknown>): void {
  if (sources.has(withoutLinks(path))) {
    throw createDiagnosticError({
      code: "output-is-source",
      message: `${path} is a file that the output is made from, so it is not overwritten.`,
      fix: "Name another file.",
      file: path,
    });
  }
}
