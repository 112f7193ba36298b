import { resolve } from "node:path";
import type { PlatformConfig } from "../config/platform-config.ts";
import { loadToolkits, toolkitFolder } from "../toolkits/load-toolkits.ts";
import { openCatalog } from "./open-platform.ts";
import { StartError } from "./start-error.ts";

/** The toolkits, a line each: slug, latest version, number of tools, name. */
export function listToolkits(config: PlatformConfig): string {
  return openCatalog(config)
    .listToolkits({ includeDeprecated: true, sortBy: "alphabetically" })
    .map(({ slug, name, meta }) =>
      [slug.padEnd(16), meta.version, String(meta.tools_count).padStart(4), name].join("  "),
    )
    .join("\n");
}

/**
 * Checks the toolkit documents of a folder, the platform's own without one.
 *
 * @throws StartError with every problem, a line each
 */
export function checkToolkits(folder?: string): string {
  const { documents, problems } = loadToolkits(
    folder === undefined ? toolkitFolder : resolve(folder),
  );
  if (problems.length > 0) {
    throw new StartError(
      problems
        .map(({ file, line, message, fix }) => `${file}:${line}: ${message} ${fix}`)
        .join("\n"),
    );
  }
  return `${documents.length} documents, no problems.`;
}
