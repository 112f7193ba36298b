import type { RequestBody, Use } from "../../document/model/model.ts";
import { type Comparison, comparePair, type Part } from "../compare/comparison.ts";
import { compareContent } from "./compare-content.ts";

/** Compares the bodies of two operations' requests. */
export function compareRequestBodies(
  before: Use<RequestBody> | undefined,
  after: Use<RequestBody> | undefined,
  above: Part,
  comparison: Comparison,
): void {
  if (before === undefined || after === undefined) {
    if (before !== undefined) {
      above.found.push({ kind: "request-body-removed", before: before.value.location });
    } else if (after !== undefined) {
      const suffix = after.value.required ? "-required" : "";
      above.found.push({ kind: `request-body-added${suffix}`, after: after.value.location });
    }
    return;
  }
  const place = after.name ?? "request body";
  const pair = { before: before.value, after: after.value };
  comparePair(pair, above, { place }, comparison, compareBodies);

  function compareBodies(from: RequestBody, to: RequestBody, part: Part): void {
    const places = { before: from.location, after: to.location };
    if (from.required !== to.required) {
      const end = to.required ? "required" : "optional";
      part.found.push({ kind: `request-body-became-${end}`, ...places });
    }
    if (from.description !== to.description) {
      part.found.push({ kind: "request-body-description-changed", ...places });
    }
    const kinds = { added: "request-media-type-added", removed: "request-media-type-removed" };
    compareContent(from.content, to.content, kinds, part, comparison);
  }
}
