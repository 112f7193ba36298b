import type { Schemas } from "../../../base/api-types.ts";
import { metaToolSchemas } from "./meta-tool-schemas.ts";
import type { SessionConfig } from "./session-config.ts";
import { listMetaTools } from "./sessions.ts";

/** Change it whenever the arguments or the results of a meta tool change. */
const version = "20251120_00";

/** The meta tools of a session in the form of tool records, for agents that receive them directly. */
export function describeMetaTools(baseUrl: string, config: SessionConfig): Schemas["Tool"][] {
  return listMetaTools(config).map((slug) => describeMetaTool(baseUrl, slug));
}

/** A meta tool as a tool record. */
export function describeMetaTool(baseUrl: string, slug: Schemas["MetaToolSlug"]): Schemas["Tool"] {
  const logo = `${baseUrl}/logos/platform.svg`;
  const { name, description, tags, input, output } = metaToolSchemas[slug];
  return {
    slug,
    name,
    description,
    toolkit: { slug: "platform", name: "Platform", logo },
    input_parameters: input,
    output_parameters: output,
    no_auth: true,
    available_versions: [version],
    version,
    scopes: [],
    tags: [...tags],
    is_deprecated: false,
    deprecated: {
      displayName: name,
      version,
      available_versions: [version],
      is_deprecated: false,
      toolkit: { logo },
    },
  };
}
