import { runInTurns } from "../../base/sharing/take-turns.ts";
import { assignToolSlugs, buildToolkit } from "./build/build-toolkit.ts";
import { createToolkitGroup, type ToolkitGroup } from "./catalog/toolkit-group.ts";
import { listVersionsOfTools } from "./catalog/versions-of-tools.ts";
import type { ToolkitDocument } from "./documents/read-document.ts";
import type { GroupedToolkit, ToolkitVersion } from "./types/catalog-types.ts";

/** The input of `groupDocuments`. */
export interface DocumentGroupOptions {
  readonly documents: readonly ToolkitDocument[];
  /** The address of the platform, for logos; no slash at the end. */
  readonly baseUrl: string;
  /** The modes for which this deployment holds credentials, for each toolkit. Default: none. */
  readonly listManagedModes?: (slug: string) => readonly string[];
}

/**
 * Creates a group of documents, with all of their tools in memory. Problems of the documents were reported when they
 * were loaded.
 */
export async function groupDocuments(options: DocumentGroupOptions): Promise<ToolkitGroup> {
  return createToolkitGroup(await runInTurns(buildEach(options)));
}

function* buildEach(options: DocumentGroupOptions): Generator<void, readonly GroupedToolkit[]> {
  const grouped: GroupedToolkit[] = [];
  for (const [slug, documents] of Map.groupBy(options.documents, ({ format }) => format.slug)) {
    grouped.push(...openOne(slug, documents, options));
    yield;
  }
  return grouped;
}

function openOne(
  slug: string,
  documents: readonly ToolkitDocument[],
  { baseUrl, listManagedModes }: DocumentGroupOptions,
): readonly GroupedToolkit[] {
  // Versions are a date and a counter, so the newest is the greatest text.
  const sorted = documents.toSorted((a, b) => (a.version < b.version ? 1 : -1));
  const versions = sorted.map(({ version }) => version);
  const ofTools = listVersionsOfTools(
    sorted.map((document) => [document.version, assignToolSlugs(document).slugs.keys()] as const),
  );
  const surroundings = {
    baseUrl,
    managedModes: listManagedModes?.(slug) ?? [],
    versions,
    listVersionsOfTool: (tool: string) => ofTools.get(tool) ?? [],
  };
  const built = new Map(
    sorted.map((document) => [
      document.version,
      openInMemory(buildToolkit(document, surroundings)),
    ]),
  );
  const latest = built.get(versions[0] ?? "");
  return latest === undefined
    ? []
    : [{ latest, versions, versionsOfTools: ofTools, open: async (version) => built.get(version) }];
}

function openInMemory({
  toolkit,
  tools,
}: Pick<ReturnType<typeof buildToolkit>, "toolkit" | "tools">): ToolkitVersion {
  return {
    toolkit,
    readTool: async (slug) => tools.get(slug),
    readRecords: async (slugs) =>
      new Map(
        slugs.flatMap((slug) => {
          const tool = tools.get(slug);
          return tool === undefined ? [] : [[slug, tool.record] as const];
        }),
      ),
  };
}
