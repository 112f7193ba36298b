import { useState } from "react";
import { type ArgumentsDraft, emptyArguments } from "./form/arguments-form.tsx";

/** What was typed for each tool in this tab, so that neither a look at another page nor a session that ends loses it. */
const kept = new Map<string, ArgumentsDraft>();

/** The draft of a tool's arguments. `project` is part of the key, because another project may sign in on the same tab. */
export function useArgumentsDraft(project: string, tool: string) {
  const key = `${project}/${tool}`;
  const [, redraw] = useState(0);
  const change = (draft: ArgumentsDraft): void => {
    kept.set(key, draft);
    redraw((count) => count + 1);
  };
  return [kept.get(key) ?? emptyArguments, change] as const;
}
