/**
 * Names between the braces of an import or export, on one line if they fit.
 *
 * @example
 * ```ts
 * import { nameList } from "specwright/target";
 *
 * nameList(["a", "b"]); // => " a, b "
 * ```
 */
export function nameList(names: readonly string[]): string {
  const line = ` ${names.join(", ")} `;
  return line.length <= 50 ? line : `\n${names.map((name) => `  ${name},\n`).join("")}`;
}
