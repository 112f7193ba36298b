import { PlatformError } from "../../../base/errors.ts";
import { readToolkitsOfConfigs } from "../../accounts/auth-configs/read-toolkits.ts";
import type { Scope } from "../../scope.ts";

/** The toolkits and tools that a server should show. */
export interface McpServerParts {
  readonly authConfigIds: readonly string[];
  /** Toolkits in addition to those of the auth configs. */
  readonly ownToolkits: readonly string[];
  readonly allowedTools: readonly string[];
}

/**
 * Checks the toolkits and tools of a server. Returns the toolkits in alphabetical order.
 *
 * @throws PlatformError `AuthConfig_NotFound`, `Toolkit_NotFound`, `Mcp_ToolUnknown` for tools of other toolkits, and
 *   `Validation_Failed` for a server without a toolkit
 */
export async function checkMcpServer(
  scope: Scope,
  { authConfigIds, ownToolkits, allowedTools }: McpServerParts,
): Promise<readonly string[]> {
  const { catalog } = scope;
  if (ownToolkits.some((slug) => catalog.findToolkit(slug) === undefined)) {
    throw new PlatformError("Toolkit_NotFound");
  }
  const ofConfigs = await readToolkitsOfConfigs(scope, authConfigIds);
  const toolkits = [...new Set([...ownToolkits, ...ofConfigs.values()])].toSorted();
  if (toolkits.length === 0) {
    throw new PlatformError("Validation_Failed", {
      errors: ["body.toolkits: a server needs at least one toolkit or auth config"],
    });
  }
  const tools = new Set(
    toolkits.flatMap((slug) => [...(catalog.findToolkit(slug)?.tools.keys() ?? [])]),
  );
  const unknown = allowedTools.filter((slug) => !tools.has(slug));
  if (unknown.length > 0) {
    throw new PlatformError("Mcp_ToolUnknown", {
      errors: unknown.slice(0, mostLines).map((slug) => `body.allowed_tools: ${slug}`),
    });
  }
  return toolkits;
}

const mostLines = 100;
