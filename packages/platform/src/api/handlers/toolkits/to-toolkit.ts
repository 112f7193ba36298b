import type { ToolkitDetailRecord } from "../../../applications/toolkits/types/catalog-types.ts";
import type { Schemas } from "../../../base/api-types.ts";

/** A toolkit as an entry of a list. The catalog's record is that of `GET /toolkits/{slug}`, which has more members. */
export function toToolkit(record: ToolkitDetailRecord): Schemas["Toolkit"] {
  const { slug, name, auth_schemes, platform_managed_auth_schemes, no_auth } = record;
  const { is_local_toolkit, status, enabled, deprecated, meta } = record;
  const { created_at, updated_at, description, logo, app_url = null } = meta;
  const { categories, triggers_count, tools_count, version } = meta;
  return {
    slug,
    name,
    auth_schemes,
    platform_managed_auth_schemes,
    is_local_toolkit,
    no_auth,
    status,
    enabled,
    deprecated,
    meta: {
      created_at,
      updated_at,
      description,
      logo,
      app_url,
      categories,
      triggers_count,
      tools_count,
      version,
    },
  };
}
