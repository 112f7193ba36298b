import { toUpperFirst } from "../../text/upper-first.ts";
import type { Change } from "../change.ts";
import { changeKinds } from "../kinds/change-kinds.ts";
import { judgeSeverity, type Kind } from "../kinds/kind.ts";
import type { Found, Part } from "./comparison.ts";
import { writePlace } from "./write-place.ts";

/** A top-level part: an operation, or the document as a whole. */
export interface Root {
  readonly part: Part;
  /** The operation in the form `GET /pets`. Absent for the document. */
  readonly operation?: string;
}

/** The changes of all parts inside the roots. Each is listed once, with the operations that lead to it. */
export function toChanges(roots: readonly Root[]): readonly Change[] {
  const concerned = findPartsWithChanges(roots);
  const operations = new Map<Part, string[]>();
  for (const { part, operation } of roots) {
    visitParts(part, concerned, (below) => {
      addTo(operations, below, operation === undefined ? [] : [operation]);
    });
  }
  return [...operations].flatMap(([part, names]) =>
    part.found.map((found) => toChange(found, part, names)),
  );
}

/** The parts that have changes, directly or inside them. The many other parts are skipped for each operation. */
function findPartsWithChanges(roots: readonly Root[]): ReadonlySet<Part> {
  const above = new Map<Part, Part[]>();
  const all = new Set(roots.map(({ part }) => part));
  // Iterating a set also visits the items that are added during the loop.
  for (const part of all) {
    for (const below of part.parts) {
      all.add(below);
      addTo(above, below, [part]);
    }
  }
  const concerned = new Set([...all].filter(({ found }) => found.length > 0));
  for (const part of concerned) {
    for (const parent of above.get(part) ?? []) {
      concerned.add(parent);
    }
  }
  return concerned;
}

/** Adds values to the list of a key. The first ones become the list, because one that grows has room for 17. */
function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, values: Value[]): void {
  const known = lists.get(key);
  if (known === undefined) {
    lists.set(key, values);
  } else {
    known.push(...values);
  }
}

function visitParts(root: Part, concerned: ReadonlySet<Part>, visit: (part: Part) => void): void {
  const seen = new Set(concerned.has(root) ? [root] : []);
  for (const part of seen) {
    visit(part);
    for (const below of part.parts) {
      if (concerned.has(below)) {
        seen.add(below);
      }
    }
  }
}

function toChange(found: Found, part: Part, operations: readonly string[]): Change {
  const { kind: name, place = part.place } = found;
  const { before, after } = found.before === undefined && found.after === undefined ? part : found;
  const kind = changeKinds.get(name);
  if (kind === undefined) {
    throw new Error(`The kind of change ${name} is not in the table.`);
  }
  const verdicts =
    kind.reversed !== undefined && isReversed(name, part) ? kind.reversed : kind.verdicts;
  return {
    kind: name,
    severity: judgeSeverity(verdicts, kind),
    verdicts,
    message: writeMessage(kind, found, place, part),
    place,
    operations,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}

/** For webhooks, the directions are reversed: the caller receives their requests and sends the responses. */
function isReversed(kind: string, { direction }: Part): boolean {
  const isOfResponse = /^response-(?:header|media)/.test(kind);
  return isOfResponse ? direction === "request" : direction === "response";
}

function writeMessage(
  { sentence }: Kind,
  { kind, values }: Found,
  place: string,
  { direction }: Part,
): string {
  const isOfSchema =
    kind.startsWith(`${direction}-`) && !/ (?:body|parameter)|^response \d/.test(place);
  const where = `${writePlace(place)}${isOfSchema ? ` (in ${direction}s)` : ""}`;
  return toUpperFirst(
    sentence.replace(/\{(place|name|before|after)\}/g, (_, key: string) =>
      key === "place" ? where : ((values as Record<string, string> | undefined)?.[key] ?? ""),
    ),
  );
}
