import type { Schemas } from "../../base/api-types.ts";

/** The categories of toolkits, by name. */
export const categories: readonly Schemas["ToolkitCategory"][] = (
  [
    { id: "communication", name: "Communication" },
    { id: "developer-tools", name: "Developer tools" },
    { id: "documents", name: "Documents" },
    { id: "email", name: "Email" },
    { id: "news", name: "News" },
    { id: "payments", name: "Payments" },
    { id: "productivity", name: "Productivity" },
    { id: "project-management", name: "Project management" },
    { id: "scheduling", name: "Scheduling" },
  ] as const
).map(({ id, name }) => ({ id, slug: id, name }));

/** Finds a category by its id, or by its name in upper or lower case; undefined when it is not in the list. */
export function findCategory(text: string): Schemas["ToolkitCategory"] | undefined {
  const wanted = text.toLowerCase();
  return categories.find(({ id, name }) => id === wanted || name.toLowerCase() === wanted);
}
