import type { SecurityScheme } from "specwright";
import type { Schemas } from "../../../base/api-types.ts";
import type { AuthScheme } from "./auth-types.ts";
import type { ToolDefinition, ToolkitServer, ToolOutline } from "./tool-types.ts";
import type { TriggerDefinition, TriggerFilter } from "./trigger-types.ts";
import type { WebhookSettings } from "./webhook-types.ts";

/** `ToolkitDetail` of the document. The members that the catalog always sets are required. */
export type ToolkitDetailRecord = Schemas["ToolkitDetail"] &
  Required<
    Pick<
      Schemas["ToolkitDetail"],
      "auth_schemes" | "platform_managed_auth_schemes" | "no_auth" | "status" | "enabled"
    >
  >;

/**
 * The versions to use: `latest`, or a version (or `latest`) for each toolkit slug. Toolkits that are not named use
 * their latest version.
 */
export type ToolkitVersions = string | Readonly<Record<string, string>>;

/** Filters of `GET /toolkits`; they hold together. */
export interface ToolkitFilter {
  /** Only toolkits with these slugs. Unknown slugs are ignored, and deprecated toolkits are included. */
  readonly slugs?: readonly string[] | undefined;
  /** The id or the name of a category. */
  readonly category?: string | undefined;
  readonly search?: string | undefined;
  readonly includeDeprecated?: boolean | undefined;
  readonly managedBy?: Schemas["ToolkitManager"] | undefined;
  /** Default `usage`. */
  readonly sortBy?: Schemas["ToolkitSort"] | undefined;
  /** Executions of the project in the last 30 days by toolkit slug; needed for the order `usage`. */
  readonly usage?: ReadonlyMap<string, number> | undefined;
}

/** Filters of `GET /tools`; they hold together. */
export interface ToolFilter {
  readonly toolkitSlug?: string | undefined;
  readonly toolSlugs?: readonly string[] | undefined;
  /** At least one of these. */
  readonly tags?: readonly string[] | undefined;
  /** At least one of these. */
  readonly scopes?: readonly string[] | undefined;
  readonly search?: string | undefined;
  /** True for toolkits that a search prefers, such as those that the user has connected. */
  readonly isPreferred?: ((toolkitSlug: string) => boolean) | undefined;
  readonly includeDeprecated?: boolean | undefined;
  readonly toolkitVersions?: ToolkitVersions | undefined;
  /** A further condition, for example from a session. */
  readonly isWanted?: ((tool: ToolOutline) => boolean) | undefined;
}

/** A toolkit at one version: its record, and the details for connecting and executing. */
export interface ToolkitDefinition {
  readonly slug: string;
  readonly version: string;
  readonly record: ToolkitDetailRecord;
  /** The auth schemes in document order; empty when the toolkit needs none. */
  readonly authSchemes: readonly AuthScheme[];
  /** True when the toolkit is marked as deprecated. */
  readonly isDeprecated: boolean;
  /** The base URL with its variables, and further hosts that may be called. */
  readonly server: ToolkitServer;
  /** Security schemes of the document by name. */
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  /** The outlines of the tools by slug, in document order. Lists and searches read them. */
  readonly tools: ReadonlyMap<string, ToolOutline>;
  /** The trigger types by slug, in the document's order. */
  readonly triggers: ReadonlyMap<string, TriggerDefinition>;
  /** How the application sends webhooks; undefined when it does not. */
  readonly webhooks?: WebhookSettings | undefined;
}

/** A version of a toolkit. Its tools may not be in memory. */
export interface ToolkitVersion {
  readonly toolkit: ToolkitDefinition;
  /** Reads a tool with all parts that an execution needs; undefined when this version does not have it. */
  readTool(slug: string): Promise<ToolDefinition | undefined>;
  /** Reads the records of those tools that this version has, by slug. */
  readRecords(slugs: readonly string[]): Promise<ReadonlyMap<string, Schemas["Tool"]>>;
}

/** A toolkit in a group: its latest version, and a way to open the others. */
export interface GroupedToolkit {
  readonly latest: ToolkitVersion;
  /** All versions, the newest first. */
  readonly versions: readonly string[];
  /**
   * For each tool slug, the versions that have the tool, the newest first. Includes tools that the latest version
   * lacks.
   */
  readonly versionsOfTools: ReadonlyMap<string, readonly string[]>;
  /** Opens a version; undefined when it does not exist. */
  open(version: string): Promise<ToolkitVersion | undefined>;
}

/** Tools that match a filter, in order. The caller reads one page. */
export interface ListedTools {
  readonly total: number;
  /** True after a search whose first tool has most words of the query, and a clearly better score than the second. */
  readonly standsOut: boolean;
  /**
   * Reads records from `start` on: at most `limit`, and fewer when more would not fit into one response. It returns
   * at least one if there is any.
   */
  read(start: number, limit: number): Promise<readonly Schemas["Tool"][]>;
}

/**
 * The toolkits that a project sees, at one moment. A change creates another catalog, so readers never see half of a
 * change. Toolkits are in memory; tools may have to be read. For an unknown slug, methods throw a PlatformError, except
 * those whose names begin with `find`.
 */
export interface ToolkitCatalog {
  /** A toolkit at its latest version; undefined for an unknown slug. */
  findToolkit(slug: string): ToolkitDefinition | undefined;
  /** True for a toolkit of the installation, false for one that the project imported, and for an unknown slug. */
  isShipped(slug: string): boolean;
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
   * Returns a tool. `version` takes precedence over `toolkitVersions`.
   *
   * @throws PlatformError `Tool_NotFound`, `Tool_VersionNotFound`
   */
  getTool(slug: string, select?: ToolSelection): Promise<ToolDefinition>;
  /**
   * Returns the record of a tool, without the parts that only executions need.
   *
   * @throws PlatformError `Tool_NotFound`, `Tool_VersionNotFound`
   */
  getRecord(slug: string, select?: ToolSelection): Promise<Schemas["Tool"]>;
  /**
   * Lists tools by slug. With `search`, the best matches come first.
   *
   * @throws PlatformError `Toolkit_NotFound`, `Tool_VersionNotFound`
   */
  listTools(filter?: ToolFilter): Promise<ListedTools>;
  /** The slugs of all tools that are not deprecated, at the latest versions, in alphabetical order. */
  listToolSlugs(): Promise<readonly string[]>;
  /**
   * Lists trigger types by slug.
   *
   * @throws PlatformError `Toolkit_NotFound` for an unknown toolkit or version
   */
  listTriggers(filter?: TriggerFilter): Promise<readonly TriggerDefinition[]>;
  /**
   * Returns a trigger type by its slug, in upper or lower case.
   *
   * @throws PlatformError `Trigger_TypeNotFound`, also for a version that the toolkit does not have
   */
  getTrigger(slug: string, versions?: ToolkitVersions): Promise<TriggerDefinition>;
  /** True when a version of a toolkit has the trigger type, the latest or an earlier one. */
  hadTrigger(slug: string): Promise<boolean>;
}

/** The version of a tool. Without either member, the latest. */
export interface ToolSelection {
  readonly version?: string | undefined;
  readonly toolkitVersions?: ToolkitVersions | undefined;
}

/** A project, and the version of its catalog if the caller already knows it. */
export interface CatalogPlace {
  readonly projectId: string;
  /** The look-up of the caller's key also returns it. Without it, `of` reads it. */
  readonly catalogVersion?: number | undefined;
}

/** The catalogs of all projects. */
export interface ToolkitCatalogs {
  /** The toolkits that every project sees. */
  readonly installation: ToolkitCatalog;
  /** The catalog of a project, at least as new as the given version. Do not call it inside a transaction. */
  open(place: CatalogPlace): Promise<ToolkitCatalog>;
}
