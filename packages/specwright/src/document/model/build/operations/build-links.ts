import { isObject } from "../../../../json-object.ts";
import type { Link } from "../../model.ts";
import type { BuildContext } from "../context/build-context.ts";
import { withLooseReferences } from "../context/build-context.ts";
import { followReferences, resolveInPlace } from "../context/build-reference.ts";
import type { Raw } from "../context/raw.ts";
import {
  findMember,
  includeIfDefined,
  listMemberEntries,
  readString,
  toLocation,
} from "../context/raw.ts";

/** Makes the links of a response and resolves their references. Links that lead nowhere are reported and left out. */
export function buildLinks(raw: Raw, context: BuildContext): ReadonlyMap<string, Link> {
  const links = new Map<string, Link>();
  const written = findMember(raw, "links");
  if (written === undefined) {
    return links;
  }
  const loose = withLooseReferences(context);
  for (const [name, value] of listMemberEntries(resolveInPlace(written, loose))) {
    const link = followReferences(value, loose);
    if (link !== undefined && isObject(link.value)) {
      links.set(name, buildLink(link));
    }
  }
  return links;
}

function buildLink(raw: Raw): Link {
  const body = findMember(raw, "requestBody");
  return {
    location: toLocation(raw),
    ...includeIfDefined("operationId", readString(raw, "operationId")),
    ...includeIfDefined("operationRef", readString(raw, "operationRef")),
    ...includeIfDefined("description", readString(raw, "description")),
    parameters: new Map(
      listMemberEntries(findMember(raw, "parameters")).map(([name, { value }]) => [name, value]),
    ),
    ...(body !== undefined && { requestBody: { value: body.value } }),
  };
}
