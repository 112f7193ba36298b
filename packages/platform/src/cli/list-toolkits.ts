import type { PlatformConfig } from "../config/platform-config.ts";
import type { Outcome } from "../process/control/administer.ts";
import { openCatalog } from "../process/open-platform.ts";

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
