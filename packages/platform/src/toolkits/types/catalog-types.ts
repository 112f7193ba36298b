import type { SecurityScheme } from "specwright";
import type { Schemas } from "../../api-types.ts";
import type { AuthScheme } from "./auth-types.ts";
import type { ToolDefinition, ToolkitServer } from "./tool-types.ts";

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
}

/** One toolkit at one version, with what connecting and executing need beyond the record. */
export interface ToolkitDefinition {
  readonly slug: string;
  readonly version: string;
  readonly record: ToolkitDetailRecord;
  /** The auth schemes in the document's order; empty when the toolkit needs none. */
  readonly authSchemes: readonly AuthScheme[];
  /** Whether the toolkit is marked as deprecated. */
  readonly isDeprecated: boolean;
  /** What the base URL is made of, and what may be called beside it. */
  readonly server: ToolkitServer;
  /** Security schemes of the document by name. */
  readonly securitySchemes: ReadonlyMap<string, SecurityScheme>;
  /** Tools by slug, in the document's order. */
  readonly tools: ReadonlyMap<string, ToolDefinition>;
}

/**
 * The toolkits that a project sees, in memory. Lists are whole and ordered; the caller cuts pages out of them.
 * A slug that is not found is thrown as the PlatformError of the wire, unless the method begins with `find`.
 */
export interface ToolkitCatalog {
  /** A toolkit, at its latest version unless one is given; undefined when there is none. */
  findToolkit(slug: string, version?: string): ToolkitDefinition | undefined;
  /** @throws PlatformError `Toolkit_NotFound` */
  getToolkit(slug: string): ToolkitDefinition;
  /** @throws PlatformError `Toolkit_CategoryNotFound` */
  listToolkits(filter?: ToolkitFilter): readonly ToolkitDetailRecord[];
  /** By name. */
  listCategories(): readonly Schemas["ToolkitCategory"][];
  /** A tool at its latest version; undefined when there is none. */
  findTool(slug: string): ToolDefinition | undefined;
  /**
   * A tool. `version` wins over `toolkitVersions`.
   *
   * @throws PlatformError `Tool_NotFound`, `Tool_VersionNotFound`
   */
  getTool(
    slug: string,
    select?: { readonly version?: string; readonly toolkitVersions?: ToolkitVersions },
  ): ToolDefinition;
  /**
   * Tools by slug, or with `search` the best matches first.
   *
   * @throws PlatformError `Toolkit_NotFound`, `Tool_VersionNotFound`
   */
  listTools(filter?: ToolFilter): readonly Schemas["Tool"][];
  /** The slugs of all tools that are not deprecated, at the latest versions, in alphabetical order. */
  listToolSlugs(): readonly string[];
}
