import type { Diagnostic } from "../../diagnostic.ts";
import { lossAt } from "../../loss.ts";
import { forEachApplied } from "../../model/applied-parts.ts";
import { conjuncts } from "../../model/conjuncts.ts";
import { isKeptOut, type KeptOut, keptOutNames } from "../../model/kept-out.ts";
import type { Parameter, Schema } from "../../model/model.ts";
import { countPart } from "./count-part.ts";
import { alternatives, createSearch, defaultOf } from "./find-defaults.ts";

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
  return parameter.required ? undefined : defaultOf(parameter.schema);
}

/** What the planning of one document shares. */
interface Planning {
  readonly leavesOutReadOnly: boolean;
  readonly shared: Map<string, DefaultsPlan>;
  readonly has: (schema: Schema) => boolean;
  /** Alternatives without a name that have defaults. */
  readonly notFilled: Set<Schema>;
  /** Those that have one, and require what a request need not have. */
  readonly notFitting: Set<Schema>;
  isFitting: boolean;
  /** Parts of the plan that is being made. */
  parts: number;
}

/**
 * Opens the planning of a document's bodies.
 *
 * @param leavesOutReadOnly whether properties that are no part of requests are not filled in
 */
export function createDefaultsPlanner(leavesOutReadOnly = false): DefaultsPlanner {
  const planning: Planning = {
    leavesOutReadOnly,
    shared: new Map(),
    has: createSearch(),
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

/** Whether the schema refuses requests that leave out what is `readOnly`, in them or in a part of them. */
function requiresKeptOut(root: Schema): boolean {
  const schemas = new Set([root]);
  // A set is walked in the order in which it grows.
  for (const schema of schemas) {
    const required = new Set(schema.required);
    const { always } = required.size === 0 ? nothingKeptOut : keptOutNames(schema, "request");
    if ([...always].some((name) => required.has(name))) {
      return true;
    }
    forEachApplied(schema, (part) => {
      schemas.add(part);
    });
  }
  return false;
}

const nothingKeptOut: Pick<KeptOut, "always"> = { always: new Set() };

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
  { leavesOutReadOnly }: Planning,
): DefaultsPlan {
  const values: [string, unknown][] = [];
  const properties: [string, DefaultsPlan | string][] = [];
  for (const [name, property] of schema.properties ?? []) {
    if (leavesOutReadOnly && isKeptOut(property, "request")) {
      continue;
    }
    const found = defaultOf(property);
    if (found !== undefined) {
      values.push([name, complete(found.value, property, 0)]);
    }
    const plan = visit(property);
    if (plan !== undefined) {
      properties.push([name, plan]);
    }
  }
  const items = schema.items && visit(schema.items);
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

/** A default that is an object gets its own inner defaults now, so that nothing is left to do at run time. */
function complete(value: unknown, schema: Schema, depth: number): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value) || depth === 16) {
    return value;
  }
  const completed = new Map(Object.entries(value));
  for (const [name, property] of schema.properties ?? []) {
    const found = completed.has(name) ? undefined : defaultOf(property);
    if (found !== undefined) {
      completed.set(name, complete(found.value, property, depth + 1));
    }
  }
  return conjuncts(schema).reduce<unknown>(
    (each, part) => complete(each, part, depth + 1),
    Object.fromEntries(completed),
  );
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

function notFilled(
  { location }: Schema,
  told: { readonly message: string; readonly fix: string },
): Diagnostic {
  return lossAt(location, "default-in-alternative", told);
}
