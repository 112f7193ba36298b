import type { Selection } from "../input-settings.ts";
import { listTexts, type WrittenOperation } from "./list-operations.ts";

/** A member of a selection that has a list. */
export type ListMember = Exclude<keyof Selection, "internal" | "deprecated">;

/** For each member with a list, what of an operation it is compared with. */
export const comparedTexts: Readonly<
  Record<ListMember, (operation: WrittenOperation) => readonly string[]>
> = {
  tags: ({ value }) => listTexts(value.tags),
  paths: ({ path }) => [path],
  methods: ({ method }) => [method.toLowerCase()],
  operations: ({ value }) => (typeof value.operationId === "string" ? [value.operationId] : []),
  audiences: ({ value, item }) => {
    const audience = value["x-audience"] ?? item["x-audience"];
    return typeof audience === "string" ? [audience] : listTexts(audience);
  },
};

/** For each member that is true or false, whether an operation has the property. */
const properties: Readonly<
  Record<"internal" | "deprecated", (operation: WrittenOperation) => boolean>
> = {
  internal: ({ value, item }) => (value["x-internal"] ?? item["x-internal"]) === true,
  deprecated: ({ value }) => value.deprecated === true,
};

/** For each member of a selection, whether an operation fits it. */
export function compileSelection(
  selection: Selection,
): readonly ((operation: WrittenOperation) => boolean)[] {
  return Object.entries(selection).map(([name, wanted]) => {
    if (typeof wanted === "boolean") {
      // A member that is true or false is one of these two.
      const has = properties[name as "internal" | "deprecated"];
      return (operation: WrittenOperation) => has(operation) === wanted;
    }
    const member = name as ListMember; // All others have lists.
    const patterns = (wanted as readonly string[]).map((text) => compileWanted(member, text));
    return (operation: WrittenOperation) =>
      comparedTexts[member](operation).some((text) => patterns.some((fits) => fits(text)));
  });
}

/** A test of one text of a selection. Only paths and operations have wildcards. */
export function compileWanted(member: ListMember, wanted: string): (text: string) => boolean {
  if (member === "methods") {
    return (text) => text === wanted.toLowerCase();
  }
  if ((member !== "paths" && member !== "operations") || !wanted.includes("*")) {
    return (text) => text === wanted;
  }
  const any = member === "paths" ? "[^/]*" : ".*";
  const source = wanted
    .split(/(\*+)/)
    .map((part) =>
      part.startsWith("*")
        ? part.length > 1
          ? ".*"
          : any
        : part.replaceAll(/[.+?^${}()|[\]\\/]/g, "\\$&"),
    )
    .join("");
  // `/repos/**` means `/repos`, too.
  const pattern = new RegExp(`^${source.replace(/\\\/\.\*$/, "(?:\\/.*)?")}$`, "s");
  return (text) => pattern.test(text);
}
