import { mayOverlap } from "../../document/model/facts/disjoint.ts";
import { keyLocation, type Location } from "../../document/model/location.ts";
import type { Schema } from "../../document/model/model.ts";
import { findFirstFree } from "../../first-free.ts";
import { listMatchingTexts } from "./list-matching-texts.ts";

/** A step from a value to a part of it. */
export type Step =
  | { readonly kind: "member"; readonly name: string }
  | { readonly kind: "item"; readonly index: number }
  /** The names of an object's members. */
  | { readonly kind: "name" };

/** A way from the schema of a whole value to one inside it. */
export interface Way {
  /** The place of the schema, as one text. */
  readonly key: string;
  readonly schema: Schema;
  readonly steps: readonly Step[];
  /** The last step is a property that a schema names. */
  readonly isNamed: boolean;
  /** When the schema accepts more values, the whole may accept fewer: it is in `not`, or one of several alternatives. */
  readonly isReversed: boolean;
  /** What the schema evaluates counts for an `unevaluatedProperties` or `unevaluatedItems`. */
  readonly isEvaluated: boolean;
  /** The alternative that leads to the schema, by the list that it is taken from. */
  readonly choices: ReadonlyMap<readonly Schema[], Schema>;
  /** A schema that the whole value fits when it has the part. */
  readonly guide: Schema;
  /** The way to the value that has the part. Absent for the whole value. */
  readonly above?: () => Way;
}

/** All ways from the schema of a whole value. */
export interface Ways {
  readonly find: (place: Location) => Way | undefined;
  /** The number of properties of the schema that has most of them. */
  readonly size: number;
}

interface Visited {
  readonly schema: Schema;
  readonly above?: Visited;
  readonly link: Link;
  readonly depth: number;
}

type Link = (
  | { readonly kind: "same"; readonly also?: Schema | undefined }
  | { readonly kind: "choice"; readonly list: readonly Schema[] }
  | { readonly kind: "needs"; readonly name: string }
  | (Step & { readonly also?: Schema })
) & { readonly reverses?: boolean };

/** Schemas that are visited for one root. Larger documents than the largest known ones have fewer behind one body. */
const mostVisited = 20_000;

/** The shortest ways from a schema to all schemas inside it, by their places in the document. */
export function findWays(root: Schema): Ways {
  const ways = new Map<string, Visited>();
  const queue: Visited[] = [{ schema: root, link: { kind: "same" }, depth: 0 }];
  const seen = new Set<Schema>([root]);
  for (const visited of queue) {
    const key = keyLocation(visited.schema.location);
    if (!ways.has(key)) {
      ways.set(key, visited);
    }
    for (const { schema, link } of listLinked(visited.schema)) {
      if (!seen.has(schema) && queue.length < mostVisited) {
        seen.add(schema);
        queue.push({ schema, above: visited, link, depth: visited.depth + 1 });
      }
    }
  }
  return {
    size: queue.reduce(
      (most, { schema: { properties } }) => Math.max(most, properties?.size ?? 0),
      0,
    ),
    find: (place) => {
      const found = ways.get(keyLocation(place));
      return found && describeWay(found);
    },
  };
}

interface Linked {
  readonly schema: Schema;
  readonly link: Link;
}

function listLinked(schema: Schema): readonly Linked[] {
  const linked: Linked[] = [];
  const add = (each: Schema | undefined, link: Link): void => {
    if (each !== undefined) {
      linked.push({ schema: each, link });
    }
  };
  add(schema.ref?.target, { kind: "same" });
  add(schema.dynamicReference?.target, { kind: "same" });
  for (const part of schema.allOf ?? []) {
    add(part, { kind: "same" });
  }
  const reverses = mayOverlap(schema);
  for (const part of schema.anyOf ?? []) {
    add(part, { kind: "choice", list: schema.anyOf ?? [] });
  }
  for (const part of schema.oneOf ?? []) {
    add(part, { kind: "choice", list: schema.oneOf ?? [], reverses });
  }
  for (const [name, part] of schema.properties ?? []) {
    add(part, { kind: "member", name });
  }
  for (const [index, part] of (schema.prefixItems ?? []).entries()) {
    add(part, { kind: "item", index });
  }
  add(schema.items, { kind: "item", index: schema.prefixItems?.length ?? 0 });
  add(schema.contains, { kind: "item", index: 0, reverses: schema.maxContains !== undefined });
  add(schema.unevaluatedItems, { kind: "item", index: schema.prefixItems?.length ?? 0 });
  for (const [pattern, part] of schema.patternProperties ?? []) {
    const name = findMatchingName(pattern);
    if (name !== undefined) {
      add(part, { kind: "member", name, also: part });
    }
  }
  for (const part of [schema.additionalProperties, schema.unevaluatedProperties]) {
    add(part, { kind: "member", name: findFreeName(schema), ...(part && { also: part }) });
  }
  for (const [name, part] of schema.dependentSchemas ?? []) {
    add(part, { kind: "needs", name });
  }
  add(schema.then, { kind: "same", also: schema.if });
  add(schema.else, { kind: "same" });
  add(schema.if, { kind: "same", reverses: true });
  add(schema.not, { kind: "same", reverses: true });
  add(schema.propertyNames, { kind: "name" });
  return linked;
}

/** A name that a pattern of `patternProperties` matches. */
function findMatchingName(pattern: string): string | undefined {
  return listMatchingTexts(pattern)[0];
}

/** A name that a schema does not describe. */
function findFreeName({ properties, patternProperties }: Schema): string {
  const texts = [...(patternProperties?.keys() ?? [])].flatMap(listMatchingTexts);
  return findFirstFree("x", (name) => properties?.has(name) === true || texts.includes(name), {
    separator: "",
  });
}

function describeWay(found: Visited): Way {
  const { location } = found.schema;
  const steps: Step[] = [];
  const choices = new Map<readonly Schema[], Schema>();
  const both = (...allOf: readonly Schema[]): Schema => ({ location, allOf });
  let guide: Schema = { location };
  let above: Visited | undefined;
  let isNamed = false;
  let isReversed = false;
  let isEvaluated = false;
  for (let at: Visited | undefined = found; at !== undefined; at = at.above) {
    const { link, schema } = at;
    isReversed ||= link.reverses === true;
    isEvaluated ||= (schema.unevaluatedProperties ?? schema.unevaluatedItems) !== undefined;
    const isStep = link.kind === "member" || link.kind === "item" || link.kind === "name";
    if (isStep && above === undefined) {
      above = at.above;
      isNamed = link.kind === "member" && link.also === undefined;
    }
    switch (link.kind) {
      case "same":
        guide = link.also === undefined ? guide : both(guide, link.also);
        break;
      case "choice":
        choices.set(link.list, schema);
        break;
      case "needs":
        guide = both(guide, { location, types: ["object"], required: [link.name] });
        break;
      case "member": {
        const { name, also } = link;
        steps.unshift({ kind: "member", name });
        const member = also === undefined ? guide : both(also, guide);
        const properties = new Map([[name, member]]);
        guide = { location, types: ["object"], required: [name], properties };
        break;
      }
      case "item":
        steps.unshift({ kind: "item", index: link.index });
        guide = { location, types: ["array"], minItems: link.index + 1, items: guide };
        break;
      case "name":
        steps.unshift({ kind: "name" });
        guide = { location, types: ["object"] };
        break;
      default:
        link satisfies never;
    }
  }
  const part = above;
  const key = keyLocation(location);
  return {
    key,
    schema: found.schema,
    steps,
    isNamed,
    isReversed,
    isEvaluated,
    choices,
    guide,
    ...(part && { above: () => describeWay(part) }),
  };
}
