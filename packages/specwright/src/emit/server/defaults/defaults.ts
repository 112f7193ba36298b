import type { Diagnostic } from "../../../diagnostic.ts";
import { listConjuncts } from "../../../document/model/conjuncts.ts";
import type { Parameter, Schema } from "../../../document/model/model.ts";
import { listDefaultLosses, type UnfilledDefaults } from "../losses/default-losses.ts";
import { completeDefault } from "./complete-default.ts";
import { countPart } from "./count-part.ts";
import { createSearch } from "./create-search.ts";
import { findAlternatives } from "./find-alternatives.ts";
import {
  findFilledDefault,
  findFilledItems,
  findOwnDefault,
  isLeftOut,
  listFilledDefaults,
  type ReadOnlyDefaults,
} from "./find-defaults.ts";

/** The places of a body's defaults. A string is the name of a shared plan. */
export interface DefaultsPlan {
  readonly values?: Readonly<Record<string, unknown>>;
  readonly properties?: Readonly<Record<string, DefaultsPlan | string>>;
  readonly items?: DefaultsPlan | string;
  readonly additional?: DefaultsPlan | string;
  readonly all?: readonly (DefaultsPlan | string)[];
  /** The names of component schemas that are alternatives of the value. */
  readonly fitting?: readonly string[];
  /** Alternatives that are chosen by the value of a property. */
  readonly tagged?: readonly TaggedPlan[];
}

/** The plan of an alternative, with the property and the values that choose it. */
export interface TaggedPlan {
  readonly property: string;
  readonly values: readonly unknown[];
  readonly plan: DefaultsPlan | string;
}

/** The defaults of a document's bodies. */
export interface DefaultsPlanner {
  /** The plan of a body's schema. Undefined when the schema has no defaults to fill in. */
  readonly plan: (schema: Schema) => DefaultsPlan | string | undefined;
  /** Plans of the component schemas to which other plans refer, by name. Complete after every body has been planned. */
  readonly shared: ReadonlyMap<string, DefaultsPlan>;
  /** Returns whether some plan depends on the alternative that a value fits. Complete after every body has been planned. */
  readonly isFitting: () => boolean;
  /**
   * Defaults that are not filled in, because nothing distinguishes their alternative from the others, or because the
   * alternative requires properties that a request need not have.
   */
  readonly diagnostics: readonly Diagnostic[];
}

/** The default of a parameter that a request may omit. */
export function findParameterDefault(
  parameter: Parameter,
): { readonly value: unknown } | undefined {
  return parameter.required ? undefined : findFilledDefault(parameter.schema);
}

/** The context in which the defaults of one document are planned. */
interface Planning extends UnfilledDefaults {
  readonly readOnly: ReadOnlyDefaults;
  readonly shared: Map<string, DefaultsPlan>;
  readonly has: (schema: Schema) => boolean;
  isFitting: boolean;
  /** The number of parts of the current plan. */
  parts: number;
}

/** Prepares for planning the defaults of a document's bodies. */
export function createDefaultsPlanner(readOnly: ReadOnlyDefaults = "filled"): DefaultsPlanner {
  const planning: Planning = {
    readOnly,
    shared: new Map(),
    has: createSearch(hasOwnDefaults, listSameValueParts),
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
      return listDefaultLosses(planning);
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
  const alternatives = planAlternatives(schema, visit, planning);
  const { fitting, tagged } = alternatives;
  const all = [...(schema.allOf ?? []).map(visit), ...alternatives.all];
  if (schema.ref !== undefined && planning.has(schema.ref.target)) {
    const { name, target } = schema.ref;
    all.unshift(name === undefined ? visit(target) : sharePlan(name, target, planning));
  }
  return simplify({
    ...planMembers(schema, visit, planning),
    ...(fitting.length > 0 && { fitting }),
    ...(tagged.length > 0 && { tagged }),
    all: all.filter((plan) => plan !== undefined),
  });
}

/** Plans the alternatives that have defaults, with the tags that choose them. */
function planAlternatives(
  schema: Schema,
  visit: (part: Schema) => DefaultsPlan | string | undefined,
  planning: Planning,
): AlternativePlans {
  const plans: AlternativePlans = { all: [], fitting: [], tagged: [] };
  for (const { schema: part, by } of findAlternatives(schema)) {
    if (!planning.has(part)) {
      continue;
    }
    if (by.kind === "nothing") {
      planning.notFilled.add(part.ref?.target ?? part);
    } else if (by.kind === "validator") {
      if (by.requiresReadOnly) {
        planning.notFitting.add(by.target);
      }
      planning.isFitting = true;
      plans.fitting.push(sharePlan(by.name, by.target, planning));
    } else {
      const plan = visit(part);
      if (plan !== undefined && by.kind === "tag") {
        plans.tagged.push({ property: by.property, values: by.values, plan });
      } else if (plan !== undefined) {
        plans.all.push(plan);
      }
    }
  }
  return plans;
}

interface AlternativePlans {
  readonly all: (DefaultsPlan | string)[];
  readonly fitting: string[];
  readonly tagged: TaggedPlan[];
}

/** The name of a component, after its plan has been added to the shared ones. */
function sharePlan(name: string, target: Schema, planning: Planning): string {
  const { shared } = planning;
  if (!shared.has(name)) {
    shared.set(name, {}); // there before its members are looked at: they may lead back to it
    const plan = planSchema(target, new Set(), planning);
    shared.set(name, typeof plan === "string" ? { all: [plan] } : (plan ?? {}));
  }
  return name;
}

function planMembers(
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
    if (findOwnDefault(property) !== undefined && findFilledDefault(property) === undefined) {
      notAllowed.add(property);
    }
  }
  const values = listFilledDefaults(schema, readOnly).map(
    ({ name, property, value }) => [name, completeDefault(value, property)] as const,
  );
  const ofItems = findFilledItems(schema);
  const items = ofItems && visit(ofItems);
  const additional = schema.additionalProperties && visit(schema.additionalProperties);
  return {
    ...(values.length > 0 && { values: Object.fromEntries(values) }),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(items !== undefined && { items }),
    ...(additional !== undefined && { additional }),
  };
}

/** Replaces a plan that only points to another plan by that plan. */
function simplify({ all = [], ...plan }: DefaultsPlan): DefaultsPlan | string | undefined {
  if (Object.keys(plan).length > 0) {
    return all.length > 0 ? { ...plan, all } : plan;
  }
  return all.length > 1 ? { all } : all[0];
}

function hasOwnDefaults({ properties }: Schema): boolean {
  return [...(properties?.values() ?? [])].some(
    (property) => findOwnDefault(property) !== undefined,
  );
}

function listSameValueParts(schema: Schema): readonly Schema[] {
  const { anyOf, oneOf, properties, additionalProperties } = schema;
  const items = findFilledItems(schema);
  return [
    ...listConjuncts(schema),
    ...(anyOf ?? []),
    ...(oneOf ?? []),
    ...(properties?.values() ?? []),
    ...(items === undefined ? [] : [items]),
    ...(additionalProperties === undefined ? [] : [additionalProperties]),
  ];
}
