import type { Operation, SecurityRequirement } from "../../document/model/model.ts";
import { quoteName } from "../../text/code-span.ts";
import { matchMaps, type Part } from "../compare/comparison.ts";
import { needsAllOf, normalizeSecurity } from "./normal-form/normalize-security.ts";

/**
 * Compares the credentials that two operations need. An alternative is gone only when its schemes and scopes are not enough
 * for any new one.
 */
export function compareSecurity(before: Operation, after: Operation, part: Part): void {
  const places = { before: before.location, after: after.location };
  const [from, to] = [normalizeSecurity(before.security), normalizeSecurity(after.security)];
  const [needed, needs] = [from, to].map((all) => all.every(({ size }) => size > 0));
  if (needed !== needs) {
    const [kind, which] =
      needs === true ? ["security-added", "after"] : ["security-removed", "before"];
    const all = (needs === true ? to : from).filter(({ size }) => size > 0);
    part.found.push({ kind, values: { [which]: all.map(showSchemes).join(" or ") }, ...places });
    return;
  }
  const added = new Set(to);
  const removed = from.filter((old) => {
    const same = takeFirst(
      added,
      (each) =>
        nameSchemes(each) === nameSchemes(old) && needsAllOf(each, old) && needsAllOf(old, each),
    );
    return same === undefined;
  });
  for (const old of removed) {
    const other = takeFirst(added, (each) => nameSchemes(each) === nameSchemes(old));
    if (other !== undefined) {
      compareScopes(old, other, to, { part, places });
    } else {
      const suffix = to.some((each) => needsAllOf(old, each)) ? "unneeded" : "removed";
      part.found.push({
        kind: `security-alternative-${suffix}`,
        values: { name: showSchemes(old) },
        ...places,
      });
    }
  }
  for (const each of added) {
    part.found.push({
      kind: "security-alternative-added",
      values: { name: showSchemes(each) },
      ...places,
    });
  }
}

function compareScopes(
  before: SecurityRequirement,
  after: SecurityRequirement,
  all: readonly SecurityRequirement[],
  { part, places }: { readonly part: Part; readonly places: Pick<Part, "before" | "after"> },
): void {
  // Another alternative may take the old scopes.
  const isEnough = all.some((each) => needsAllOf(before, each));
  for (const [scheme, old, scopes] of matchMaps(before, after).both) {
    const noteScopes = (kind: string, names: readonly string[]): void => {
      for (const name of names) {
        part.found.push({ kind, place: scheme, values: { name: quoteName(name) }, ...places });
      }
    };
    const added = scopes.filter((name) => !old.includes(name));
    noteScopes("security-scope-added", isEnough ? [] : added);
    noteScopes(
      "security-scope-removed",
      old.filter((name) => !scopes.includes(name)),
    );
  }
}

/** Removes and returns the first element that fits. */
function takeFirst<Element>(
  all: Set<Element>,
  fits: (each: Element) => boolean,
): Element | undefined {
  for (const each of all) {
    if (fits(each)) {
      all.delete(each);
      return each;
    }
  }
  return undefined;
}

function nameSchemes(alternative: SecurityRequirement): string {
  return [...alternative.keys()].toSorted().join(" and ");
}

function showSchemes(alternative: SecurityRequirement): string {
  return alternative.size === 0 ? "no credential" : quoteName(nameSchemes(alternative));
}
