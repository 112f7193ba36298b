import { isDeepStrictEqual } from "node:util";
import type { Diagnostic } from "../../../diagnostic.ts";
import { isObject, type JsonObject } from "../../../json-object.ts";
import { readStringMember } from "../text/string-member.ts";
import type { Target } from "./references.ts";
import type { FileIndex, MutableResource, ResourceState } from "./resource.ts";
import { createResource, findNearestResource, resolveUri, showTarget } from "./resource.ts";

/**
 * Records the identifiers of a schema (`$id`, `$anchor` and `$dynamicAnchor`) and the dialect of its resource (JSON
 * Schema 2020-12 Core, sections 8.1.1, 8.2.1 and 8.2.2).
 */
export function identify(
  place: Target,
  schema: JsonObject,
  index: FileIndex,
  state: ResourceState,
): void {
  const outer = findNearestResource(index, place.pointer);
  const id = readStringMember(schema, "$id");
  const resource = id === undefined ? outer : openResource(id, place, outer, index, state);
  if (resource.pointer === place.pointer) {
    resource.dialect = readStringMember(schema, "$schema") ?? resource.dialect;
  }
  const anchor = readStringMember(schema, "$anchor");
  const dynamicAnchor = readStringMember(schema, "$dynamicAnchor");
  if (anchor !== undefined) {
    addAnchor("$anchor", anchor, place, resource, state);
  }
  if (dynamicAnchor !== undefined) {
    addAnchor("$dynamicAnchor", dynamicAnchor, place, resource, state);
    if (!resource.dynamicAnchors.has(dynamicAnchor)) {
      resource.dynamicAnchors.set(dynamicAnchor, place);
    }
  }
}

function openResource(
  id: string,
  place: Target,
  outer: MutableResource,
  index: FileIndex,
  state: ResourceState,
): MutableResource {
  const absolute = resolveUri(id, outer.uri);
  const [uri = "", fragment = ""] = absolute?.split("#") ?? [];
  if (absolute === undefined || fragment !== "") {
    report(state, place, "$id", {
      severity: "warning",
      code: "invalid-identifier",
      message: `The \`$id\` \`${id}\` is not a URI reference without a fragment, so it is ignored.`,
      fix: "Write a URI without `#`, and name a part of a schema with `$anchor`.",
    });
    return outer;
  }
  const holder = state.byUri.get(uri);
  const isTaken = holder !== undefined && (holder !== outer || outer.isIdentified);
  if (isTaken && !isSamePlace(holder, place) && !saysTheSame(holder, place)) {
    report(state, place, "$id", {
      severity: "error",
      code: "duplicate-identifier",
      message: `The \`$id\` \`${uri}\` also belongs to \`${showTarget(holder)}\`, which is another schema.`,
      fix: "Give each schema a URI of its own.",
      related: locateKeyword(holder, ["$id"]),
    });
    return outer;
  }
  const resource =
    place.pointer === "" ? index.root : { ...createResource(place, uri), dialect: outer.dialect };
  resource.uri = uri;
  resource.isIdentified = true;
  index.resources.set(place.pointer, resource);
  state.byUri.set(uri, holder ?? resource);
  return resource;
}

function addAnchor(
  keyword: "$anchor" | "$dynamicAnchor",
  name: string,
  place: Target,
  resource: MutableResource,
  state: ResourceState,
): void {
  const holder = resource.anchors.get(name);
  if (!anchorName.test(name)) {
    report(state, place, keyword, {
      severity: "warning",
      code: "invalid-identifier",
      message: `The \`${keyword}\` \`${name}\` is not a valid name for an anchor, so it is ignored.`,
      fix: "Begin with a letter or `_`. Letters, digits, `-`, `_` and `.` may follow.",
    });
  } else if (holder === undefined) {
    resource.anchors.set(name, place);
  } else if (holder.value !== place.value) {
    // Documents repeat the same dynamic anchor in several components, as if each component had an `$id`.
    const isDynamic = keyword === "$dynamicAnchor";
    report(state, place, keyword, {
      severity: isDynamic ? "warning" : "error",
      code: "duplicate-identifier",
      message: `The anchor \`${name}\` also belongs to \`${showTarget(holder)}\`${isDynamic ? ", which alone counts" : ""}.`,
      fix: "Give each anchor of a file or of an `$id` a name of its own.",
      related: locateKeyword(
        holder,
        ["$anchor", "$dynamicAnchor"].filter((word) => readKeywordText(holder, word) === name),
      ),
    });
  }
}

/** JSON Schema 2020-12 Core, section 8.2.2. */
const anchorName = /^[A-Za-z_][-A-Za-z0-9._]*$/;

function isSamePlace(one: Target, other: Target): boolean {
  return one.file === other.file && one.pointer === other.pointer;
}

/** Some tools repeat the whole schema at each place where it is used. */
function saysTheSame(one: Target, other: Target): boolean {
  return isDeepStrictEqual(one.value, other.value);
}

function readKeywordText({ value }: Target, keyword: string): string | undefined {
  return isObject(value) ? readStringMember(value, keyword) : undefined;
}

/** The place of the keyword that gives a schema its name. When the file's own place gives it, the place of the schema. */
function locateKeyword(
  schema: Target,
  keywords: readonly string[],
): NonNullable<Diagnostic["related"]> {
  const keyword = keywords.find((word) => readKeywordText(schema, word) !== undefined);
  const { file, pointer } = schema;
  return { file: file.name, pointer: keyword === undefined ? pointer : `${pointer}/${keyword}` };
}

function report(
  { problems }: ResourceState,
  { file, pointer }: Target,
  keyword: string,
  problem: Pick<Diagnostic, "severity" | "code" | "message" | "fix" | "related">,
): void {
  problems.push({ ...problem, file: file.name, pointer: `${pointer}/${keyword}` });
}
