import type { AuthScheme } from "../../applications/toolkits/types/auth-types.ts";
import type { ToolkitDefinition } from "../../applications/toolkits/types/catalog-types.ts";

/** The part of `ToolkitDefinition` that connecting needs. */
export type ConnectionToolkit = Pick<ToolkitDefinition, "slug" | "authSchemes" | "webhooks"> & {
  readonly record: {
    readonly name: string;
    readonly no_auth: boolean;
    readonly base_url: string;
    readonly meta: { readonly logo: string };
  };
  /** The tools by slug. Each has the path of its operation, relative to the base URL, and the scopes that it needs. */
  readonly tools: ReadonlyMap<
    string,
    { readonly path: string; readonly record: { readonly scopes: readonly string[] } }
  >;
};

/** The part of the toolkit catalog that connecting uses. */
export interface ConnectionCatalog {
  /** The toolkit at its latest version; undefined for an unknown slug. */
  findToolkit(slug: string): ConnectionToolkit | undefined;
  /** True for a toolkit of the installation, false for one that the project imported, and for an unknown slug. */
  isShipped(slug: string): boolean;
}

/**
 * The scheme of a toolkit. Undefined when the toolkit does not offer it (any more), or is not in the catalog (any more):
 * rows of the database name toolkits and schemes that documents have lost since.
 */
export function findScheme(
  toolkit: ConnectionToolkit | undefined,
  mode: string,
): AuthScheme | undefined {
  return toolkit?.authSchemes.find((scheme) => scheme.mode === mode);
}
