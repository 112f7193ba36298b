import type { ToolRouterToolkitSelection } from "../../../../../../generated/types/index.js";

/** The toolkits that a session may use, in words. */
export function nameToolkits({ enabled, disabled }: ToolRouterToolkitSelection): string {
  if (enabled !== undefined) {
    return enabled.join(", ") || "No toolkits";
  }
  return disabled === undefined || disabled.length === 0
    ? "All toolkits"
    : `All toolkits but ${disabled.join(", ")}`;
}
