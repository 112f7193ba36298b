import type { ErrorSlug, PlatformError } from "../base/errors.ts";
import type { Services } from "./services.ts";

const connect = "Connect the user with PLATFORM_MANAGE_CONNECTIONS.";
const askForConnection =
  "You cannot connect the user here. Ask the user to connect the application where this agent was set up.";
const notSetUp =
  "You cannot change that. Tell the user that the application is not set up for this agent.";

/** Errors after which an agent has the user connected. */
const unconnected: ReadonlySet<ErrorSlug> = new Set([
  "ToolExecution_ConnectedAccountNotFound",
  "ToolExecution_AccountNotActive",
  "ToolExecution_AccountIncomplete",
]);

/** The fixes for an agent of other errors. Their own fix is a request with the project's key. */
const fixes: ReadonlyMap<ErrorSlug, string> = new Map([
  ["AuthConfig_NoAuthToolkit", "Execute its tools; they need no connection."],
  ["AuthConfig_NoManagedAuth", notSetUp],
  ["ConnectedAccount_AuthConfigDisabled", notSetUp],
  ["ConnectedAccount_SchemeUnsupported", notSetUp],
  ["ToolExecution_AuthConfigDisabled", notSetUp],
  ["ToolExecution_ToolNotAllowed", "Use another tool."],
  ["ToolExecution_ArgumentsInvalid", "Correct these arguments, and call the tool again."],
]);

/**
 * Describes an error in words for an agent, with a fix only if an agent can do it: it has no key of the project, so a fix that is
 * a request of the API is left out.
 *
 * @param mayConnect true when the agent has the meta tools for connections
 */
export function explainToAgent(
  services: Pick<Services, "explain">,
  error: PlatformError,
  mayConnect: boolean,
): string {
  if (unconnected.has(error.slug)) {
    return services.explain(error, mayConnect ? connect : askForConnection);
  }
  const fix = fixes.get(error.slug);
  if (fix !== undefined) {
    return services.explain(error, fix);
  }
  const lines = services.explain(error).split("\n");
  return lines.filter((line) => !/\b(?:GET|POST|PUT|PATCH|DELETE) \/api\//.test(line)).join("\n");
}
