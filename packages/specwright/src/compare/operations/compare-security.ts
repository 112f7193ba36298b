import type { Operation, SecurityRequirement } from "../../document/model/model.ts";
import { quoteName } from "../../text/code-span.ts";
import { matchMaps, type Part } from "../compare/comparison.ts";

/** Compares the credentials that two operations need. Alternatives are matched by the names of their schemes. */
export function compareSecurity(before: Operation, after: Operation, part: Part): void {
  const places = { before: before.location, after: after.location };
  const [from, to] = [indexAlternativesByScheme(before), indexAlternativesByScheme(after)];
  const [needed, needs] = [from, to].map((all) => all.size > 0 && !all.has(""));
  if (needed !== needs) {
    const [kind, which] =
      needs === true ? ["security-added", "after"] : ["security-removed", "before"];
    const all = [...(needs === true ? to : from).keys()].filter((name) => name !== "");
    part.found.push({ kind, values: { [which]: all.map(showScheme).join(" or ") }, ...places });
    return;
  }
  const { both, removed, added } = matchMaps(from, to);
  for (const [name] of removed) {
    const values = { name: showScheme(name) };
    part.found.push({ kind: "security-alternative-removed", values, ...places });
  }
  for (const [name] of added) {
    const values = { name: showScheme(name) };
    part.found.push({ kind: "security-alternative-added", values, ...places });
  }
  for (const [, old, changed] of both) {
    for (const [scheme, oldScopes, scopes] of matchMaps(old, changed).both) {
      const noteScopes = (kind: string, names: readonly string[]): void => {
        for (const name of names) {
          part.found.push({ kind, place: scheme, values: { name: quoteName(name) }, ...places });
        }
      };
      noteScopes(
        "security-scope-added",
        scopes.filter((name) => !oldScopes.includes(name)),
      );
      noteScopes(
        "security-scope-removed",
        oldScopes.filter((name) => !scopes.includes(name)),
      );
    }
  }
}

/** Alternatives by the names of their schemes. The key of an alternative without schemes is "". */
function indexAlternativesByScheme({
  security,
}: Operation): ReadonlyMap<string, SecurityRequirement> {
  return new Map(security.map((each) => [[...each.keys()].toSorted().join(" and "), each]));
}

function showScheme(name: string): string {
  return name === "" ? "no credential" : quoteName(name);
}
