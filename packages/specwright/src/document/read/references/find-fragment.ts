import { getOwnMember, isArrayOrObject } from "../../../json-object.ts";
import { decodePercent } from "../../../text/decode-percent.ts";
import { askDidYouMean } from "../../../text/nearest.ts";
import { escapeSegment, unescapeSegment } from "../../../text/pointer.ts";
import type { ReferenceProblem } from "../files/open-file.ts";
import type { Found, References, Target } from "./references.ts";
import type { Resource } from "./resource.ts";
import { showTarget } from "./resource.ts";

/**
 * The target of a fragment in a resource: the resource itself, the place of a JSON Pointer (RFC 6901), or an anchor. A
 * pointer may lead through references.
 *
 * @param reference The whole reference, for messages.
 */
export function findFragment(
  fragment: string,
  resource: Resource,
  reference: string,
  resolveReference: References["resolve"],
): Found<Target> {
  if (fragment !== "" && !fragment.startsWith("/")) {
    const anchored = resource.anchors.get(decodePercent(fragment));
    return (
      anchored ?? {
        ...describeNowhere(reference, `no anchor \`${fragment}\` in \`${showTarget(resource)}\``),
        suggest: () =>
          askDidYouMean(fragment, resource.anchors.keys(), (anchor) =>
            withFragment(reference, anchor),
          ),
      }
    );
  }
  const { file, pointer, value } = resource;
  let target: Target = { file, pointer, value };
  const segments = fragment === "" ? [] : fragment.slice(1).split("/");
  for (const [index, segment] of segments.entries()) {
    const name = unescapeSegment(decodePercent(segment));
    // Some tools do not escape names that look percent-encoded. They refer to the key `A.%22b%22` by `#/…/A.%22b%22`.
    const encoded = unescapeSegment(segment);
    const findChildIn = (holder: Target): Target | undefined =>
      getChild(holder, name) ?? (encoded === name ? undefined : getChild(holder, encoded));
    let child = findChildIn(target);
    if (child === undefined) {
      // A pointer may lead through another reference: `#/components/schemas/A/properties/b` where A is a `$ref`.
      const through = readReference(target.value);
      const next = through === undefined ? undefined : resolveReference(through, target);
      child = next === undefined || "code" in next ? undefined : findChildIn(next);
    }
    if (child === undefined && fragment === "/") {
      // `#/` points to the member with an empty name, but people write it for the whole file.
      return target;
    }
    if (child === undefined) {
      const holder = target;
      return {
        ...describeNowhere(reference, `no \`${name}\` in \`${showTarget(target)}\``),
        suggest: () => suggestFragment(reference, { segments, index, name, holder, resource }),
      };
    }
    target = child;
  }
  return target;
}

interface Missing {
  readonly segments: readonly string[];
  /** The index of the missing segment, and its decoded name. */
  readonly index: number;
  readonly name: string;
  readonly holder: Target;
  readonly resource: Resource;
}

/** Suggests the reference with a similar name instead of the missing one, or the place of the components. */
function suggestFragment(
  reference: string,
  { segments, index, name, holder, resource }: Missing,
): string {
  const known = isArrayOrObject(holder.value) ? Object.keys(holder.value) : [];
  const similar = askDidYouMean(name, known, (key) =>
    withFragment(reference, `/${segments.with(index, escapeSegment(key)).join("/")}`),
  );
  const last = segments.at(-1) ?? "";
  const place = `/components/schemas/${last}`;
  const isThere = ["components", "schemas", unescapeSegment(last)].reduce<unknown>(
    getOwnMember,
    resource.value,
  );
  return similar === "" && isThere !== undefined
    ? `Did you mean \`${withFragment(reference, place)}\`? `
    : similar;
}

function withFragment(reference: string, fragment: string): string {
  return `${reference.slice(0, reference.indexOf("#"))}#${fragment}`;
}

function getChild({ file, pointer, value }: Target, name: string): Target | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) {
    return undefined;
  }
  if (Array.isArray(value) && !/^\d+$/.test(name)) {
    return undefined;
  }
  // The check above ensures that it is an own property of the object or an element of the array.
  const child = (value as Readonly<Record<string, unknown>>)[name];
  return { file, pointer: `${pointer}/${escapeSegment(name)}`, value: child };
}

function readReference(value: unknown): string | undefined {
  const isReference = typeof value === "object" && value !== null && "$ref" in value;
  return isReference && typeof value.$ref === "string" ? value.$ref : undefined;
}

function describeNowhere(reference: string, why: string): ReferenceProblem {
  return {
    code: "unresolved-reference",
    message: `The reference \`${reference}\` points to nothing: there is ${why}.`,
    fix: "Correct the reference, or add the value that it should point to.",
  };
}
