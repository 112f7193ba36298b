import type { Schemas } from "../../../api-types.ts";
import { PlatformError } from "../../../errors.ts";

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
  const { tools = {}, tags = {}, manage_connections } = request;
  const { enable = true, callback_url } = manage_connections ?? {};
  const selections = Object.entries(tools).map(([slug, { tags: own, ...lists }]) => [
    slug,
    {
      ...renameLists(lists, `body.tools.${slug}`),
      ...(own === undefined ? {} : { tags: renameLists(own, `body.tools.${slug}.tags`) }),
    },
  ]);
  return {
    user_id,
    toolkits: renameLists(toolkits, "body.toolkits"),
    auth_configs,
    connected_accounts,
    tools: Object.fromEntries(selections),
    tags: renameLists(tags, "body.tags"),
    manage_connections: { enable, ...(callback_url === undefined ? {} : { callback_url }) },
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
