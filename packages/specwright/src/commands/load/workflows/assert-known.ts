import { DiagnosticError } from "../../../diagnostic.ts";

/**
 * Checks names that the caller gives against those that exist.
 *
 * @param what what the names are of, such as "security scheme"
 * @param owner who would have one, such as "The document"
 * @throws DiagnosticError for every name that does not exist
 */
export function assertKnown(
  names: readonly string[],
  known: readonly string[],
  what: string,
  owner: string = "The document",
): void {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new DiagnosticError(
      unknown.map((name) => ({
        severity: "error",
        code: "unknown-name",
        message: `${owner} has no ${what} \`${name}\`.`,
        fix: known.length === 0 ? "Leave it out." : `Use one of ${known.join(", ")}.`,
      })),
    );
  }
}
