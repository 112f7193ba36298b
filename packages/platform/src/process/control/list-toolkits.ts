import type { ToolkitCatalog } from "../../applications/toolkits/types/catalog-types.ts";
import type { AdminContext, Outcome } from "./administer.ts";
import { assertProject } from "./assert-project.ts";

/**
 * Lists the toolkits that a project sees: those of the installation, and those that it imported.
 *
 * @throws StartError when the project does not exist
 */
export async function listProjectToolkits({ opened, options }: AdminContext): Promise<Outcome> {
  const { project = "" } = options;
  await assertProject(opened, project);
  return describeCatalog(await opened.catalogs.open({ projectId: project }));
}

/** The toolkits of a catalog, one a line: slug, latest version, number of tools, name. */
export function describeCatalog(catalog: Pick<ToolkitCatalog, "listToolkits">): Outcome {
  const toolkits = catalog
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
