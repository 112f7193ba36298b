import { PlatformError } from "../../../base/errors.ts";
import type { GroupedToolkit, ToolkitVersions } from "../types/catalog-types.ts";
import type { TriggerDefinition, TriggerFilter } from "../types/trigger-types.ts";
import { openVersion, pickVersion } from "./list-tools.ts";

/**
 * The trigger types of these toolkits that match the filter, by slug. Types of deprecated toolkits are listed only
 * when the filter names the toolkit.
 *
 * @throws PlatformError `Toolkit_NotFound` for an unknown toolkit or version
 */
export async function listTriggerDefinitions(
  toolkits: readonly GroupedToolkit[],
  { toolkitSlugs = [], toolkitVersions }: TriggerFilter,
): Promise<readonly TriggerDefinition[]> {
  const bySlug = new Map(toolkits.map((each) => [each.latest.toolkit.slug, each]));
  const pinned = typeof toolkitVersions === "object" ? Object.keys(toolkitVersions) : [];
  if ([...toolkitSlugs, ...pinned].some((slug) => !bySlug.has(slug))) {
    throw new PlatformError("Toolkit_NotFound");
  }
  const wanted = [...bySlug.values()].filter(({ latest: { toolkit } }) =>
    toolkitSlugs.length === 0 ? !toolkit.isDeprecated : toolkitSlugs.includes(toolkit.slug),
  );
  const found = await Promise.all(
    wanted.map((each) => readTriggersAt(each, toolkitVersions, "Toolkit_NotFound")),
  );
  return found
    .flatMap((triggers) => [...triggers.values()])
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
}

/**
 * Finds a trigger type by its slug, in upper or lower case. If several toolkits have it, the first one counts.
 *
 * @throws PlatformError `Trigger_TypeNotFound`, also for a version that the toolkit does not have
 */
export async function getTrigger(
  toolkits: readonly GroupedToolkit[],
  slug: string,
  toolkitVersions: ToolkitVersions | undefined,
): Promise<TriggerDefinition> {
  const name = slug.toUpperCase();
  for (const grouped of toolkits) {
    const triggers = await readTriggersAt(grouped, toolkitVersions, undefined);
    const found = triggers.get(name);
    if (found !== undefined) {
      return found;
    }
  }
  throw new PlatformError("Trigger_TypeNotFound");
}

/** True when any version of the toolkits has the trigger type. */
export async function hadTrigger(
  toolkits: readonly GroupedToolkit[],
  slug: string,
): Promise<boolean> {
  const name = slug.toUpperCase();
  for (const grouped of toolkits) {
    const prefix = `${grouped.latest.toolkit.slug.replaceAll("-", "_").toUpperCase()}_`;
    for (const version of name.startsWith(prefix) ? grouped.versions : []) {
      if ((await openVersion(grouped, version)).toolkit.triggers.has(name)) {
        return true;
      }
    }
  }
  return false;
}

/**
 * The trigger types of a toolkit at the requested version. If the version does not exist, the result is an error or
 * an empty map.
 */
async function readTriggersAt(
  grouped: GroupedToolkit,
  versions: ToolkitVersions | undefined,
  error: "Toolkit_NotFound" | undefined,
): Promise<ReadonlyMap<string, TriggerDefinition>> {
  const version = pickVersion(versions, grouped.latest.toolkit.slug);
  const isKnown =
    version === undefined || version === "latest" || grouped.versions.includes(version);
  if (isKnown) {
    return (await openVersion(grouped, version)).toolkit.triggers;
  }
  if (error !== undefined) {
    throw new PlatformError(error);
  }
  return new Map();
}
