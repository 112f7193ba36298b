import type { Diagnostic } from "../../diagnostic.ts";
import { lossAt } from "../../loss.ts";
import { conjuncts } from "../../model/conjuncts.ts";
import type { Parameter, Schema } from "../../model/model.ts";
import { completeDefault } from "./complete-default.ts";
import { countPart } from "./count-part.ts";
import { createSearch } from "./create-search.ts";
import {
  alternatives,
  defaultOf,
  filledDefault,
  filledDefaults,
  filledItems,
  isLeftOut,
  type ReadOnlyDefaults,
} from "./find-defaults.ts";
import { requiresKeptOut } from "./requires-kept-out.ts";

/** Where a body's defaults go: the runtime's plan, or the name of a shared one. */
export interface DefaultsPlan {
  readonly values?: Readonly<Record<string, unknown>>;
  readonly properties?: Readonly<Record<string, DefaultsPlan | string>>;
  readonly items?: DefaultsPlan | string;
  readonly additional?: DefaultsPlan | string;
  readonly all?: readonly (DefaultsPlan | string)[];
  /** Component schemas that stand as alternatives, by name. */
  readonly fitting?: readonly string[];
}

/** The defaults of a document's bodies. */
export interface DefaultsPlanner {
  /** The plan of a body's schema; undefined when there is nothing to fill in. */
  readonly plan: (schema: Schema) => DefaultsPlan | string | undefined;
  /** Plans of component schemas that others refer to, by name. Complete when every body was asked for. */
  readonly shared: ReadonlyMap<string, DefaultsPlan>;
  /** Whether any plan depends on which alternative a value fits. Complete likewise. */
  readonly isFitting: () => boolean;
  /**
   * Defaults that are not filled in, because they stand in alternatives that have no name, or whose whole schema is not that
   * of a request.
   */
  readonly diagnostics: readonly Diagnostic[];
}

/** The default of a parameter that may be absent. */
export function parameterDefault(parameter: Parameter): { readonly value: unknown } | undefined {
  return parameter.required ? undefined : filledDefault(parameter.schema);
}

/** What the planning of one document shares. */
interface Planning {
  readonly readOnly: ReadOnlyDefaults;
  readonly shared: Map<string, DefaultsPlan>;
  readonly has: (schema: Schema) => boolean;
  /** Properties whose default is not one of their values. */
  readonly notAllowed: Set<Schema>;
  /** Alternatives without a name that have defaults. */
  readonly notFilled: Set<Schema>;
  /** Those that have one, and require what a request need not have. */
  readonly notFitting: Set<Schema>;
  isFitting: boolean;
  /** Parts of the plan that is being made. */
  parts: number;
}

/** Opens the planning of a document's bodies. */
export function createDefaultsPlanner(readOnly: ReadOnlyDefaults = "filled"): DefaultsPlanner {
  const planning: Planning = {
    readOnly,
    shared: new Map(),
    has: createSearch(hasOwnDefaults, partsOf),
    notAllowed: new Set(),
    notFilled: new Set(),
    notFitting: new Set(),
    isFitting: false,
    parts: 0,
  };
  return {
    plan: (schema) => planSchema(schema, new Set(), planning),
    shared: planning.shared,
    isFitting: () => planning.isFitting,
    get diagnostics() {
      return [
        ...[...planning.notAllowed].map(defaultNotAllowed),
        ...[...planning.notFilled].map((schema) => notFilled(schema, hasNoName)),
        ...[...planning.notFitting].map((schema) => notFilled(schema, requiresReadOnly)),
      ];
    },
  };
}

function planSchema(
  schema: Schema,
  seen: ReadonlySet<Schema>,
  planning: Planning,
): DefaultsPlan | string | undefined {
  if (schema.boolean !== undefined || seen.has(schema) || !planning.has(schema)) {
    return undefined;
  }
  countPart(schema, seen, planning);
  const inside = new Set(seen).add(schema);
  const visit = (part: Schema) => planSchema(part, inside, planning);
  const fitting = planAlternatives(schema, planning);
  const all = (schema.allOf ?? []).map(visit);
  if (schema.ref !== undefined && planning.has(schema.ref.target)) {
    const { name, target } = schema.ref;
    all.unshift(name === undefined ? visit(target) : share(name, target, planning));
  }
  return simplify({
    ...membersPlan(schema, visit, planning),
    ...(fitting.length > 0 && { fitting }),
    all: all.filter((plan) => plan !== undefined),
  });
}

/** The names of alternatives that have defaults. */
function planAlternatives(schema: Schema, planning: Planning): readonly string[] {
  return alternatives(schema)
    .filter(planning.has)
    .flatMap((part) => {
      const { ref } = part;
      if (ref?.name === undefined) {
        planning.notFilled.add(ref?.target ?? part);
        return [];
      }
      if (requiresKeptOut(ref.target)) {
        planning.notFitting.add(ref.target);
      }
      planning.isFitting = true;
      return [share(ref.name, ref.target, planning)];
    });
}

/** The name of a component, once its plan is among the shared ones. */
function share(name: string, target: Schema, planning: Planning): string {
  const { shared } = planning;
  if (!shared.has(name)) {
    shared.set(name, {}); // there before its members are looked at: they may lead back to it
    const plan = planSchema(target, new Set(), planning);
    shared.set(name, typeof plan === "string" ? { all: [plan] } : (plan ?? {}));
  }
  return name;
}

function membersPlan(
  schema: Schema,
  visit: (part: Schema) => DefaultsPlan | string | undefined,
  { readOnly, notAllowed }: Planning,
): DefaultsPlan {
  const properties: [string, DefaultsPlan | string][] = [];
  for (const [name, property] of schema.properties ?? []) {
    const plan = isLeftOut(property, readOnly) ? undefined : visit(property);
    if (plan !== undefined) {
      properties.push([name, plan]);
    }
    if (defaultOf(property) !== undefined && filledDefault(property) === undefined) {
      notAllowed.add(property);
    }
  }
  const values = filledDefaults(schema, readOnly).map(
    ({ name, property, value }) => [name, completeDefault(value, property)] as const,
  );
  const ofItems = filledItems(schema);
  const items = ofItems && visit(ofItems);
  const additional = schema.additionalProperties && visit(schema.additionalProperties);
  return {
    ...(values.length > 0 && { values: Object.fromEntries(values) }),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(items !== undefined && { items }),
    ...(additional !== undefined && { additional }),
  };
}

/** A plan that only points to another is that other. */
function simplify({ all = [], ...plan }: DefaultsPlan): DefaultsPlan | string | undefined {
  if (Object.keys(plan).length > 0) {
    return all.length > 0 ? { ...plan, all } : plan;
  }
  return all.length > 1 ? { all } : all[0];
}

function hasOwnDefaults({ properties }: Schema): boolean {
  return [...(properties?.values() ?? [])].some((property) => defaultOf(property) !== undefined);
}

function partsOf(schema: Schema): readonly Schema[] {
  const { properties, additionalProperties } = schema;
  const items = filledItems(schema);
  return [
    ...conjuncts(schema),
    ...alternatives(schema),
    ...(properties?.values() ?? []),
    ...(items === undefined ? [] : [items]),
    ...(additionalProperties === undefined ? [] : [additionalProperties]),
  ];
}

const hasNoName = {
  message: "Defaults in an alternative of `anyOf` or `oneOf` are not filled in by the router.",
  fix: "Make the alternative a component schema, whose validator tells whether it is meant.",
};

const requiresReadOnly = {
  message:
    "Defaults in an alternative that requires `readOnly` properties are filled in only where a request has these.",
  fix: "Do not require them, or give requests a schema of their own.",
};

/** Handlers would get a value that their types do not have. */
function defaultNotAllowed({ location }: Schema): Diagnostic {
  return lossAt(location, "default-not-allowed", {
    message:
      "The default is not of the type or not among the values of its schema, so the router does not fill it in.",
    fix: "Correct the default, or allow it with `type` or `enum`.",
  });
}

function notFilled(
  { location }: Schema,
  reported: { readonly message: string; readonly fix: string },
): Diagnostic {
  return lossAt(location, "default-in-alternative", reported);
}
