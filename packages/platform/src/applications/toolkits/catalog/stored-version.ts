import type { LRUCache } from "lru-cache";
import type { Schemas } from "../../../base/api-types.ts";
import { type CompiledPlace, openRecord, openTool } from "../compiled/open-compiled.ts";
import type { ToolkitDefinition, ToolkitVersion } from "../types/catalog-types.ts";
import type { ToolDefinition } from "../types/tool-types.ts";
import { keepBySize } from "./keep-by-size.ts";

/** Reads the tools of a compiled toolkit, for example from the database. */
export interface ToolSource {
  /** The compressed records of tools, by slug. Unknown slugs are left out. */
  readRecords(slugs: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /** The compressed record and execution of a tool. */
  readTool(
    slug: string,
  ): Promise<{ readonly record: Uint8Array; readonly execution: Uint8Array } | undefined>;
}

/** The parts of a tool that were read. */
export interface ReadTool {
  readonly record: Schemas["Tool"];
  readonly tool?: ToolDefinition;
}

/**
 * Estimated size of an object in memory, as a multiple of the bytes that it was read from. The limits need only its
 * order of magnitude.
 */
const growth = 4;

let versions = 0;

/** A version of a toolkit whose tools are read on demand and kept while there is room. */
export function openStoredVersion(
  toolkit: ToolkitDefinition,
  place: CompiledPlace,
  source: ToolSource,
  cache: LRUCache<string, ReadTool>,
): ToolkitVersion {
  versions += 1;
  const prefix = `${versions} `;
  const keep = (slug: string, read: ReadTool, bytes: number): void =>
    keepBySize(cache, `${prefix}${slug}`, read, bytes * growth);
  return {
    toolkit,
    readTool: async (slug) => {
      const outline = toolkit.tools.get(slug);
      const known = cache.get(`${prefix}${slug}`)?.tool;
      if (outline === undefined || known !== undefined) {
        return known;
      }
      const found = await source.readTool(slug);
      if (found === undefined) {
        return undefined;
      }
      const { record, bytes } = await openRecord(found.record, place);
      const opened = await openTool(found.execution, { toolkit, outline, record });
      keep(slug, { record, tool: opened.tool }, bytes + opened.bytes);
      return opened.tool;
    },
    readRecords: async (slugs) => {
      const records = new Map<string, Schemas["Tool"]>();
      const missing: string[] = [];
      for (const slug of slugs) {
        const known = cache.get(`${prefix}${slug}`);
        if (known !== undefined) {
          records.set(slug, known.record);
        } else if (toolkit.tools.has(slug)) {
          missing.push(slug);
        }
      }
      const found = missing.length === 0 ? new Map() : await source.readRecords(missing);
      for (const [slug, compressed] of found) {
        const { record, bytes } = await openRecord(compressed, place);
        records.set(slug, record);
        keep(slug, { record }, bytes);
      }
      return records;
    },
  };
}
