import type { PlatformConfig } from "../config/platform-config.ts";
import type { Outcome } from "../process/control/administer.ts";
import { readInstallation } from "../process/open-platform.ts";
import { createCatalogOfShelves } from "../toolkits/catalog/catalog-of-shelves.ts";

/** Lists the toolkits, one a line: slug, latest version, number of tools, name. */
export async function describeToolkits(config: PlatformConfig): Promise<Outcome> {
  const toolkits = createCatalogOfShelves(await readInstallation(config))
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
