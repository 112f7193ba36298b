import type { components } from "../../../../../generated/types/index.js";
import type { ToolkitRecord } from "../../toolkits/catalog-types.ts";
import { toBody } from "../wire.ts";

/** A toolkit as lists have it: the catalog's record is that of `GET /toolkits/{slug}`, which tells more. */
export function toToolkit(record: ToolkitRecord): components["schemas"]["Toolkit"] {
  const { slug, name, auth_schemes, platform_managed_auth_schemes, no_auth } = record;
  const { is_local_toolkit, status, enabled, deprecated, meta } = record;
  const { created_at, updated_at, description, logo, app_url } = meta;
  const { categories, triggers_count, tools_count, version } = meta;
  return toBody({
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
  });
}
