import type { Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";

/** The settings of a session, with defaults filled in and a single name for each list. */
export type SessionConfig = Schemas["ToolRouterSessionConfig"];

interface Lists {
  readonly enabled?: string[];
  readonly disabled?: string[];
  readonly enable?: string[];
  readonly disable?: string[];
}

/**
 * Converts the settings of a request: `enable` and `disable` become `enabled` and `disabled`.
 *
 * @throws PlatformError `Validation_Failed` when a request has a list under both of its names
 */
export function toSessionConfig(request: Schemas["CreateToolRouterSessionRequest"]): SessionConfig {
  const { user_id, toolkits = {}, auth_configs = {}, connected_accounts = {} } = request;
  const { tools = {}, tags = {}, manage_connections, result_limit_bytes: limit } = request;
  const { enable = true, callback_url } = manage_connections ?? {};
  const selections = Object.entries(tools).map(([slug, { tags: own, ...lists }]) => [
    slug,
    {
      ...renameLists(lists, `body.tools.${slug}`),
      ...(own === undefined ? {} : { tags: renameTags(own, `body.tools.${slug}.tags`) }),
    },
  ]);
  return {
    user_id,
    toolkits: renameLists(toolkits, "body.toolkits"),
    auth_configs,
    connected_accounts,
    tools: Object.fromEntries(selections),
    tags: renameTags(tags, "body.tags"),
    manage_connections: { enable, ...(callback_url === undefined ? {} : { callback_url }) },
    ...(typeof limit === "number" && { result_limit_bytes: limit }),
  };
}

function renameLists(lists: Lists, place: string): Pick<Lists, "enabled" | "disabled"> {
  const enabled = pick(lists, ["enabled", "enable"], place);
  const disabled = pick(lists, ["disabled", "disable"], place);
  return {
    ...(enabled === undefined ? {} : { enabled }),
    ...(disabled === undefined ? {} : { disabled }),
  };
}

/** `tags` is another name of `enabled`. A session that is read has both, so both may be sent back. */
function renameTags(
  { tags, ...lists }: Lists & { readonly tags?: string[] },
  place: string,
): Pick<Lists, "enabled" | "disabled"> {
  const { enabled, ...others } = renameLists(lists, place);
  if (tags !== undefined && enabled !== undefined && `${tags}` !== `${enabled}`) {
    const line = `${place}.tags: is another name of enabled; send one of the two`;
    throw new PlatformError("Validation_Failed", { errors: [line] });
  }
  const wanted = enabled ?? (tags?.length === 0 ? undefined : tags);
  return { ...(wanted === undefined ? {} : { enabled: wanted }), ...others };
}

function pick(
  lists: Lists,
  [name, alias]: readonly [keyof Lists, keyof Lists],
  place: string,
): string[] | undefined {
  const { [name]: named, [alias]: aliased } = lists;
  if (named !== undefined && aliased !== undefined) {
    const line = `${place}.${alias}: is another name of ${name}; send one of the two`;
    throw new PlatformError("Validation_Failed", { errors: [line] });
  }
  return named ?? aliased;
}
