import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { PlatformConfig } from "../config/platform-config.ts";
import { loadToolkits, toolkitFolder } from "../toolkits/load-toolkits.ts";
import type { Outcome } from "./administer.ts";
import { openCatalog } from "./open-platform.ts";
import { StartError } from "./start-error.ts";

/** The toolkits, a line each: slug, latest version, number of tools, name. */
export function listToolkits(config: PlatformConfig): Outcome {
  const toolkits = openCatalog(config)
    .listToolkits({ includeDeprecated: true, sortBy: "alphabetically" })
    .map(({ slug, name, meta }) => ({
      slug,
      version: meta.version,
      tools: meta.tools_count,
      name,
    }));
  const text = toolkits.map(({ slug, version, tools, name }) =>
    [slug.padEnd(16), version, String(tools).padStart(4), name].join("  "),
  );
  return { text: text.join("\n"), data: { toolkits } };
}

/**
 * Checks the toolkit documents of a folder, the platform's own without one. Every problem is told, a line each.
 *
 * @throws StartError when there is no such folder
 */
export function checkToolkits(folder?: string): Outcome & { readonly isFailure: boolean } {
  const path = folder === undefined ? toolkitFolder : resolve(folder);
  if (!existsSync(path)) {
    throw new StartError(
      `There is no folder ${path}.\nWhat to do: name one with toolkit documents.`,
    );
  }
  const { documents, problems } = loadToolkits(path);
  const text =
    problems.length === 0
      ? `${documents.length} documents, no problems.`
      : problems
          .map(({ file, line, message, fix }) => `${file}:${line}: ${message} ${fix}`)
          .join("\n");
  const data = { documents: documents.length, problems };
  return { text, data, isFailure: problems.length > 0 };
}
