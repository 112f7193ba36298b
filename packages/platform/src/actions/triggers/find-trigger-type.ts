import type {
  ToolkitCatalog,
  ToolkitVersions,
} from "../../applications/toolkits/types/catalog-types.ts";
import type { TriggerDefinition } from "../../applications/toolkits/types/trigger-types.ts";
import { PlatformError } from "../../base/errors.ts";

/**
 * Finds the type of a requested instance.
 *
 * @throws PlatformError `Trigger_TypeNotFound`; `Trigger_TypeDeleted` for a type that only earlier versions of its
 *   toolkit have
 */
export async function findTriggerType(
  catalog: ToolkitCatalog,
  slug: string,
  versions: ToolkitVersions | undefined,
): Promise<TriggerDefinition> {
  return await catalog.getTrigger(slug, versions).catch(async (error: unknown) => {
    const isMissing = error instanceof PlatformError && error.slug === "Trigger_TypeNotFound";
    const isNamed = versions !== undefined && versions !== "latest";
    throw isMissing && !isNamed && (await catalog.hadTrigger(slug))
      ? new PlatformError("Trigger_TypeDeleted")
      : error;
  });
}
