import type { ToolExecutionLog } from "../../../../generated/types/index.js";
import { Badge, type BadgeLook } from "./badge.tsx";

/** How an execution went. */
export function StatusBadge({ log }: { readonly log: ToolExecutionLog }) {
  const [word, look] = describe(log);
  return <Badge word={word} look={look} />;
}

function describe({
  status,
  successful,
}: ToolExecutionLog): readonly [word: string, look: BadgeLook] {
  if (status === "running") {
    return ["Running", "accent"];
  }
  if (status === "interrupted") {
    return ["Interrupted", "wait"];
  }
  return successful ? ["Succeeded", "good"] : ["Failed", "bad"];
}
