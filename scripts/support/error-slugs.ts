import { readFileSync, writeFileSync } from "node:fs";
import { parse } from "yaml";
import { resolveInRoot } from "./paths.ts";

const file = "packages/platform/src/base/error-slugs.ts";

/** What to do when they are not up to date. */
export const staleErrorSlugs: string = `${file} is stale.\nRun "npm run generate" and commit what it writes.`;

/**
 * Writes the slugs of `spec/errors.yaml` for the platform. With `check`, only compares them.
 *
 * @returns whether they were up to date
 */
export function writeErrorSlugs({ check = false }: { readonly check?: boolean } = {}): boolean {
  const slugs = Object.keys(parse(readFileSync(resolveInRoot("spec/errors.yaml"), "utf8")));
  const text = `// Generated from spec/errors.yaml by "npm run generate". Do not edit.

/** The slugs of all errors. Code, status, message and suggested fix of each are read from \`spec/errors.yaml\` at start. */
export const errorSlugs = [
${slugs.map((slug) => `  ${JSON.stringify(slug)},\n`).join("")}] as const;
`;
  const isUpToDate = readFileSync(resolveInRoot(file), "utf8") === text;
  if (!isUpToDate && !check) {
    writeFileSync(resolveInRoot(file), text);
  }
  return isUpToDate;
}
