import type { SecurityScheme } from "specwright";
import type { Schemas } from "../../api-types.ts";
import type { AuthScheme } from "./auth-types.ts";
import type { ToolDefinition, ToolkitServer, ToolOutline } from "./tool-types.ts";
import type { TriggerDefinition, TriggerFilter } from "./trigger-types.ts";
import type { WebhookSettings } from "./webhook-types.ts";

/** `ToolkitDetail` of the document, of which the members that the catalog always has are required. */
export type ToolkitDetailRecord = Schemas["ToolkitDetail"] &
  Required<
    Pick<
      Schemas["ToolkitDetail"],
      "auth_schemes" | "platform_managed_auth_schemes" | "no_auth" | "status" | "enabled"
    >
  >;

/** Which versions are meant: `latest`, or a version (or `latest`) for each toolkit slug; others are at their latest. */
export type ToolkitVersions = string | Readonly<Record<string, string>>;

/** Filters of `GET /toolkits`; they hold together. */
export interface ToolkitFilter {
  /** Only these slugs; unknown ones are left out, and deprecated ones are found. */
  readonly slugs?: readonly string[];
  /** The id or the name of a category. */
  readonly category?: string;
  readonly search?: string;
  readonly includeDeprecated?: boolean;
  readonly managedBy?: Schemas["ToolkitManager"];
  /** Default `usage`. */
  readonly sortBy?: Schemas["ToolkitSort"];
  /** Executions of the project in the last 30 days by toolkit slug, for `usage`. */
  readonly usage?: ReadonlyMap<string, number>;
}

/** Filters of `GET /tools`; they hold together. */
export interface ToolFilter {
  readonly toolkitSlug?: string;
  readonly toolSlugs?: readonly string[];
  /** At least one of these. */
  readonly tags?: readonly string[];
  /** At least one of these. */
  readonly scopes?: readonly string[];
  readonly search?: string;
  readonly includeDeprecated?: boolean;
  readonly toolkitVersions?: ToolkitVersions;
  /** A further condition, such as that of a session. */
  readonly isWanted?: (tool: ToolOutline) => boolean;
}

/** One toolkit at one version: its record, and the details that connecting and executing need. */
export interface ToolkitDefinition {
  readonly slug: string;
  readonly version: string;
  readonly record: ToolkitDetailRecord;
  /** The auth schemes in the document's order; empty when the toolkit needs none. */
  readonly authSchemes: readonly AuthScheme[];
  /** True when the toolkit is marked as deprecated. */
  readonly isDeprecated: boolean;
  /** The base URL with its variables, and the other hosts that may be called. */
  readonly server: ToolkitServer;
  /** Security schemes of the document by name. */
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  /** The outlines of the tools, which lists and searches read, by slug in the document's order. */
  readonly tools: ReadonlyMap<string, ToolOutline>;
  /** The trigger types by slug, in the document's order. */
  readonly triggers: ReadonlyMap<string, TriggerDefinition>;
  /** How the application sends webhooks, if it does. */
  readonly webhooks?: WebhookSettings | undefined;
}

/** A version of a toolkit with a way to its tools, which need not be in memory. */
export interface ToolkitVersion {
  readonly toolkit: ToolkitDefinition;
  /** The tool with all that an execution needs; undefined when this version does not have it. */
  readTool(slug: string): Promise<ToolDefinition | undefined>;
  /** The records of tools that this version has, by slug. */
  readRecords(slugs: readonly string[]): Promise<ReadonlyMap<string, Schemas["Tool"]>>;
}

/** A toolkit as a catalog holds it: its latest version, and a way to the others. */
export interface ShelvedToolkit {
  readonly latest: ToolkitVersion;
  /** All versions, the newest first. */
  readonly versions: readonly string[];
  /** Tools by slug, with the versions that have them, the newest first; also tools that the latest does not have. */
  readonly versionsOfTools: ReadonlyMap<string, readonly string[]>;
  /** Undefined for a version that does not exist. */
  open(version: string): Promise<ToolkitVersion | undefined>;
}

/** Tools that fit a filter, in order. The caller reads a page of them. */
export interface ListedTools {
  readonly total: number;
  /**
   * Records from `start` on: at most `limit`, and fewer when more would be too many bytes for one answer. At least one
   * where there is one.
   */
  read(start: number, limit: number): Promise<readonly Schemas["Tool"][]>;
}

/**
 * The toolkits that a project sees, as they were at one moment: a change makes another catalog, so that no reader sees
 * half of it. Toolkits are in memory; tools may have to be read. A slug that is not found is thrown as the PlatformError of
 * the wire, unless the method begins with `find`.
 */
export interface ToolkitCatalog {
  /** A toolkit at its latest version; undefined for an unknown slug. */
  findToolkit(slug: string): ToolkitDefinition | undefined;
  /** @throws PlatformError `Toolkit_NotFound` */
  getToolkit(slug: string): ToolkitDefinition;
  /** @throws PlatformError `Toolkit_CategoryNotFound` */
  listToolkits(filter?: ToolkitFilter): readonly ToolkitDetailRecord[];
  /** By name. */
  listCategories(): readonly Schemas["ToolkitCategory"][];
  /** True when any version of a toolkit has the tool. */
  hasTool(slug: string): boolean;
  /** A tool at its latest version; undefined for an unknown slug. */
  findTool(slug: string): Promise<ToolDefinition | undefined>;
  /**
   * A tool. `version` wins over `toolkitVersions`.
   *
   * @throws PlatformError `Tool_NotFound`, `Tool_VersionNotFound`
   */
  getTool(slug: string, select?: ToolSelection): Promise<ToolDefinition>;
  /**
   * The record of a tool, without what only executions need.
   *
   * @throws PlatformError `Tool_NotFound`, `Tool_VersionNotFound`
   */
  getRecord(slug: string, select?: ToolSelection): Promise<Schemas["Tool"]>;
  /**
   * Tools by slug, or with `search` the best matches first.
   *
   * @throws PlatformError `Toolkit_NotFound`, `Tool_VersionNotFound`
   */
  listTools(filter?: ToolFilter): Promise<ListedTools>;
  /** The slugs of all tools that are not deprecated, at the latest versions, in alphabetical order. */
  listToolSlugs(): Promise<readonly string[]>;
  /**
   * Trigger types by slug.
   *
   * @throws PlatformError `Toolkit_NotFound` for an unknown toolkit or version
   */
  listTriggers(filter?: TriggerFilter): Promise<readonly TriggerDefinition[]>;
  /**
   * A trigger type by its slug in any case.
   *
   * @throws PlatformError `Trigger_TypeNotFound`, also for a version that the toolkit does not have
   */
  getTrigger(slug: string, versions?: ToolkitVersions): Promise<TriggerDefinition>;
}

/** Which version of a tool is meant; the latest without either. */
export interface ToolSelection {
  readonly version?: string;
  readonly toolkitVersions?: ToolkitVersions;
}

/** A project, and the version of its catalog where it is known already. */
export interface CatalogPlace {
  readonly projectId: string;
  /** It comes with the look-up of the caller's key; it is read where it is not given. */
  readonly catalogVersion?: number | undefined;
}

/** The catalogs of all projects. */
export interface ToolkitCatalogs {
  /** The toolkits that every project sees. */
  readonly installation: ToolkitCatalog;
  /** The catalog of a project, of at least the version that is given. Not to be asked inside of a transaction. */
  of(place: CatalogPlace): Promise<ToolkitCatalog>;
}
