import { DiagnosticError } from "../../diagnostic.ts";
import type { Schema, SchemaReference } from "../../model/model.ts";
import { markCycles } from "./cycles.ts";
import type { Duplicates } from "./duplicates.ts";
import type { Environment, Environments } from "./environment.ts";
import { createEnvironments, emptyEnvironment } from "./environment.ts";
import { forEachPlace, referencesOf } from "./references.ts";

/** A schema that gets a name: a component, the target of another reference, or a schema of an operation. */
export interface Definition {
  /** What its name is made from. */
  readonly text: string;
  readonly kind: "component" | "hidden" | "operation";
  readonly schema: Schema;
  /** The dynamic scope inside of it. */
  readonly environment: Environment;
  /** The definitions that its references lead to. */
  readonly uses: Set<Definition>;
  /** Those of them that judge the same value, not a part of it. */
  readonly usesInPlace: Set<Definition>;
  /** Those of them that lead back without ever getting to a part of the value. */
  readonly endless: Set<Definition>;
  /** Definitions of the same circle of references have the same number. */
  cycle: number;
  /** Whether its references lead back to it. */
  isRecursive: boolean;
}

/** Every definition of a document. */
export interface Definitions {
  /** Components in the document's order, then the others as they were found. */
  readonly all: readonly Definition[];
  /** The definition of each component; two names may share one. */
  readonly components: ReadonlyMap<string, Definition>;
  /** Adds a schema of an operation, with what it refers to. Call `close` afterwards. */
  readonly add: (text: string, schema: Schema) => Definition;
  /** Finds circles; call once, after the last `add` and before anything is emitted. */
  readonly close: () => void;
  /** The definition of a schema that the document writes out several times; undefined for all others. */
  readonly shared: (schema: Schema, environment: Environment) => Definition | undefined;
  /** What a reference leads to, seen from inside of a dynamic scope. */
  readonly resolve: (reference: SchemaReference, environment: Environment) => Definition;
  /** The dynamic scope inside of a schema. */
  readonly enter: Environments["enter"];
}

/** Schemas in dynamic scopes: each is printed for each scope that leads to it. */
const maximumInScope = 3000;

/** Finds the definitions of a document, given its components and what it writes out several times. */
export function createDefinitions(
  components: ReadonlyMap<string, Schema>,
  duplicates: Duplicates,
): Definitions {
  const { enter } = createEnvironments();
  const all: Definition[] = [];
  const known = new Map<Schema, Map<Environment, Definition>>();
  const names = new Map<Schema, string>(
    [...components].reverse().map(([name, schema]) => [schema, name]),
  );
  const pending: Definition[] = [];

  const create = (
    kind: Definition["kind"],
    text: string,
    schema: Schema,
    environment: Environment,
  ) => {
    const definition = newDefinition(kind, text, schema, environment);
    all.push(definition);
    pending.push(definition);
    return definition;
  };
  const booleans = new Map<string, Schema>();
  let inScope = 0;
  const countInScope = ({ location: { file, pointer } }: Schema): void => {
    inScope += 1;
    if (inScope > maximumInScope) {
      throw new DiagnosticError([
        {
          severity: "error",
          code: "too-many-dynamic-scopes",
          message: `Schemas mean something else on more than ${maximumInScope} ways to them, by \`$dynamicAnchor\`.`,
          fix: "Use fewer dynamic anchors, or `$ref` where nothing is replaced.",
          file,
          pointer,
        },
      ]);
    }
  };
  const define = (given: Schema, outside: Environment): Definition => {
    const schema = given.boolean === undefined ? given : sameBoolean(given, booleans);
    const environment = enter(outside, schema);
    const ofSchema = known.get(schema) ?? new Map<Environment, Definition>();
    known.set(schema, ofSchema);
    const found = ofSchema.get(environment);
    if (found !== undefined) {
      return found;
    }
    const name = names.get(schema);
    const isComponent = name !== undefined && environment === enter(emptyEnvironment, schema);
    if (environment !== emptyEnvironment) {
      countInScope(schema);
    }
    const text = name ?? textOf(schema);
    const definition = create(isComponent ? "component" : "hidden", text, schema, environment);
    ofSchema.set(environment, definition);
    return definition;
  };
  const resolve = ({ name, target }: SchemaReference, environment: Environment): Definition =>
    define((name === undefined ? undefined : components.get(name)) ?? target, environment);
  const shared = (schema: Schema, environment: Environment): Definition | undefined => {
    const first = duplicates.get(schema);
    return first === undefined ? undefined : define(first, environment);
  };
  const explore = (): void => {
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      exploreOne(next, { enter, resolve, shared });
    }
  };

  const ofComponents = new Map(
    [...components].map(([name, schema]) => [name, define(schema, emptyEnvironment)]),
  );
  explore();
  const add = (text: string, schema: Schema): Definition => {
    const definition = create("operation", text, schema, enter(emptyEnvironment, schema));
    explore();
    return definition;
  };
  const close = (): void => markCycles(all);
  return { all, components: ofComponents, add, shared, resolve, enter, close };
}

/** Notes what a definition leads to. */
function exploreOne(
  definition: Definition,
  { enter, resolve, shared }: Pick<Definitions, "enter" | "resolve" | "shared">,
): void {
  const use = (target: Definition, isInPlace: boolean): void => {
    definition.uses.add(target);
    if (isInPlace) {
      definition.usesInPlace.add(target);
    }
  };
  forEachPlace(definition, enter, ({ schema, environment }, isInPlace) => {
    const duplicate = schema === definition.schema ? undefined : shared(schema, environment);
    if (duplicate !== undefined) {
      use(duplicate, isInPlace);
      return false;
    }
    for (const reference of referencesOf(schema, environment)) {
      use(resolve(reference, environment), isInPlace);
    }
    return true;
  });
}

/** Boolean schemas are made anew each time that they are asked for; their place tells that they are the same. */
function sameBoolean(schema: Schema, known: Map<string, Schema>): Schema {
  const { file, pointer } = schema.location;
  const place = `${file}#${pointer}`;
  const same = known.get(place) ?? schema;
  known.set(place, same);
  return same;
}

function newDefinition(
  kind: Definition["kind"],
  text: string,
  schema: Schema,
  environment: Environment,
): Definition {
  return {
    kind,
    text,
    schema,
    environment,
    uses: new Set(),
    usesInPlace: new Set(),
    endless: new Set(),
    cycle: -1,
    isRecursive: false,
  };
}

/** The end of the pointer says what a schema is about: `#/components/schemas/Tool/properties/name` is `Tool_name`. */
function textOf({ location, anchor, dynamicAnchor, variant }: Schema): string {
  if (variant?.name !== undefined) {
    return variant.name;
  }
  const { file, pointer } = location;
  const named = pointer
    .split("/")
    .slice(1)
    .filter((segment) => !applicators.has(segment));
  const stem = file.slice(file.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
  return [...(named.length === 0 ? [stem] : named.slice(-2)), anchor ?? dynamicAnchor]
    .filter((part) => part !== undefined)
    .join("_");
}

const applicators: ReadonlySet<string> = new Set(["components", "schemas", "properties", "$defs"]);
