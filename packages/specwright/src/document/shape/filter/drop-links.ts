import { asMembers, type JsonObject } from "../../../json-object.ts";
import { decodePercent } from "../../../text/decode-percent.ts";
import { parsePointer } from "../../../text/pointer.ts";
import { rewriteParts } from "../rewrite-parts.ts";
import type { ShapeChange } from "../shape-report.ts";
import type { Shaping } from "../shaping.ts";
import type { WrittenOperation } from "./list-operations.ts";

/** Removes the links that lead to an operation which a filter removed, and lists them. */
export function dropLinks(
  root: JsonObject,
  removed: readonly WrittenOperation[],
  kept: readonly WrittenOperation[],
  { origins }: Shaping,
  changes: ShapeChange[],
): JsonObject {
  const ids = new Set(removed.map(({ value }) => value.operationId));
  for (const { value } of kept) {
    ids.delete(value.operationId);
  }
  const places = new Set(removed.map(({ group, path, method }) => `${group} ${path} ${method}`));
  const isLost = (written: unknown): boolean => {
    const { operationId, operationRef } = followLink(root, asMembers(written));
    return typeof operationId === "string"
      ? ids.has(operationId)
      : places.has(
          (readLocal(operationRef) ?? []).filter((key) => key !== "additionalOperations").join(" "),
        );
  };
  return rewriteParts(
    root,
    (name, member) => {
      if (name !== "links") {
        return undefined;
      }
      const links = Object.entries(asMembers(member));
      const others = links.filter(([, link]) => !isLost(link));
      if (others.length === links.length) {
        return undefined;
      }
      for (const [lost] of links.filter((each) => !others.includes(each))) {
        changes.push({ action: "removed", kind: "link", name: lost });
      }
      return others.length === 0
        ? []
        : [origins.copy(Object.fromEntries(others), asMembers(member))];
    },
    origins,
  ) as JsonObject; // An object stays one.
}

/** The link that others refer to. */
function followLink(root: JsonObject, written: JsonObject): JsonObject {
  const seen = new Set<JsonObject>();
  let link = written;
  for (
    let target = readLocal(link.$ref);
    target && !seen.has(link);
    target = readLocal(link.$ref)
  ) {
    seen.add(link);
    link = asMembers(target.reduce<unknown>((part, key) => asMembers(part)[key], root));
  }
  return link;
}

/** The segments of a reference into the document itself. */
function readLocal(reference: unknown): readonly string[] | undefined {
  return typeof reference === "string" && reference.startsWith("#/")
    ? parsePointer(decodePercent(reference.slice(1)))
    : undefined;
}
