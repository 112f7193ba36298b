import { promisify } from "node:util";
import { deserialize } from "node:v8";
import { inflateRaw } from "node:zlib";
import type { Schemas } from "../../../base/api-types.ts";
import type { ToolkitDefinition } from "../types/catalog-types.ts";
import type { ToolDefinition, ToolOutline } from "../types/tool-types.ts";
import type { TriggerDefinition } from "../types/trigger-types.ts";
import type { CompiledExecution, CompiledOutline } from "./compiled-toolkit.ts";

/** The surroundings in which a compiled toolkit is shown. */
export interface CompiledPlace {
  /** The address of the platform, for logos; no slash at the end. */
  readonly baseUrl: string;
  readonly version: string;
  /** All versions of the toolkit, the newest first. */
  readonly versions: readonly string[];
  /** For each tool slug, the versions that have the tool, the newest first. */
  readonly versionsOfTools: ReadonlyMap<string, readonly string[]>;
  /**
   * When the toolkit and this version of it were imported. For the installation's toolkits the document has these
   * times.
   */
  readonly createdAt?: string;
  readonly updatedAt?: string;
}

// Decompresses in a thread of libuv, so that the main thread only handles the result.
const inflate = promisify(inflateRaw);

/** Reads a toolkit with its outlines. Also returns their size in bytes before compression. */
export async function openOutline(
  bytes: Uint8Array,
  place: CompiledPlace,
): Promise<{ readonly toolkit: ToolkitDefinition; readonly bytes: number }> {
  const inflated = await inflate(bytes);
  // Only `compileToolkit` writes them.
  const { toolkit, tools } = deserialize(inflated) as CompiledOutline;
  const { record } = toolkit;
  const opened: ToolkitDefinition = {
    ...toolkit,
    version: place.version,
    record: {
      ...record,
      meta: {
        ...record.meta,
        logo: locateLogo(place, record.meta.logo),
        version: place.version,
        available_versions: [...place.versions],
        created_at: place.createdAt ?? record.meta.created_at,
        updated_at: place.updatedAt ?? record.meta.updated_at,
      },
    },
    tools: new Map(tools.map((tool) => [tool.slug, tool])),
    triggers: new Map(
      [...toolkit.triggers].map(([slug, each]) => [slug, placeTrigger(each, place)]),
    ),
  };
  return { toolkit: opened, bytes: inflated.length };
}

/** Reads the record of a tool. Also returns its length. */
export async function openRecord(
  bytes: Uint8Array,
  place: CompiledPlace,
): Promise<{ readonly record: Schemas["Tool"]; readonly bytes: number }> {
  const inflated = await inflate(bytes);
  const record = JSON.parse(inflated.toString()) as Schemas["Tool"];
  const versions = place.versionsOfTools.get(record.slug) ?? [];
  const logo = locateLogo(place, record.toolkit.logo);
  return {
    bytes: inflated.length,
    record: {
      ...record,
      toolkit: { ...record.toolkit, logo },
      version: place.version,
      available_versions: [...versions],
      deprecated: {
        ...record.deprecated,
        version: place.version,
        available_versions: [...versions],
        toolkit: { logo },
      },
    },
  };
}

/** Reads a tool from its outline, its record and its execution. */
export async function openTool(
  bytes: Uint8Array,
  parts: {
    readonly toolkit: ToolkitDefinition;
    readonly outline: ToolOutline;
    readonly record: Schemas["Tool"];
  },
): Promise<{ readonly tool: ToolDefinition; readonly bytes: number }> {
  const { toolkit, outline, record } = parts;
  const inflated = await inflate(bytes);
  // Only `compileToolkit` writes them.
  const execution = deserialize(inflated) as CompiledExecution;
  return { tool: { ...outline, ...execution, toolkit, record }, bytes: inflated.length };
}

function placeTrigger(trigger: TriggerDefinition, place: CompiledPlace): TriggerDefinition {
  const { toolkit } = trigger.record;
  const logo = locateLogo(place, toolkit.logo ?? "");
  return {
    ...trigger,
    record: { ...trigger.record, toolkit: { ...toolkit, logo }, version: place.version },
  };
}

function locateLogo({ baseUrl }: CompiledPlace, logo: string): string {
  return logo.startsWith("/") ? `${baseUrl}${logo}` : logo;
}
