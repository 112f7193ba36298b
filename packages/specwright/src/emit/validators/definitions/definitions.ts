import { createDiagnosticError } from "../../../diagnostic.ts";
import type {
  Environment,
  Environments,
} from "../../../document/model/facts/dynamic-scope/environment.ts";
import {
  createEnvironments,
  emptyEnvironment,
} from "../../../document/model/facts/dynamic-scope/environment.ts";
import {
  listReferences,
  visitPlaces,
} from "../../../document/model/facts/dynamic-scope/references.ts";
import type { Schema, SchemaReference } from "../../../document/model/model.ts";
import { addBases } from "./bases.ts";
import { markCycles } from "./cycles.ts";
import type { Duplicates } from "./duplicates.ts";
import { writeHiddenText } from "./hidden-text.ts";

/** A schema with a name in the generated code: a component, the target of another reference, or a schema of an operation. */
export interface Definition {
  /** The text from which its name is made. */
  readonly text: string;
  /** The text of its first user. For a component, its own text; for a schema of an operation, the operation's name. */
  readonly user: string;
  readonly kind: "component" | "hidden" | "operation";
  readonly schema: Schema;
  /** The dynamic scope inside of it. */
  readonly environment: Environment;
  /** True when the schema is that of another definition without some of its alternatives (see `bases`). */
  readonly isBase?: true;
  /** The targets of its references, and of its parts that have their own names, in order. */
  readonly leads: Lead[];
  /** The definitions that its references lead to. */
  readonly uses: Set<Definition>;
  /** The used definitions that apply to the same value, not to a part of it. */
  readonly usesInPlace: Set<Definition>;
  /** The used definitions that apply to a part of the value. */
  readonly usesInParts: Set<Definition>;
  /** The used definitions that lead back here without entering a part of the value. */
  readonly endless: Set<Definition>;
  /**
   * The replacements of endless definitions: each without the alternatives that lead back here. A definition replaces
   * itself when nothing else is left of it.
   */
  readonly bases: Map<Definition, Definition>;
  /** Definitions of the same circle of references have the same number. */
  cycle: number;
  /** True when its references lead back to it. */
  isRecursive: boolean;
}

/** The target of a place in a definition. */
export interface Lead {
  readonly target: Definition;
  /** The schema at the place. */
  readonly schema: Schema;
  /** The reference at the place. Undefined for a part that has its own name. */
  readonly reference: SchemaReference | undefined;
}

/** Every definition of a document. */
export interface Definitions {
  /** First the components in the document's order, then the others in the order in which they were found. */
  readonly all: readonly Definition[];
  /** The definition of each component; two names may share one. */
  readonly components: ReadonlyMap<string, Definition>;
  /** Adds a schema of an operation and the schemas to which it refers. Call `close` after the last one. */
  readonly add: (text: string, schema: Schema) => Definition;
  /**
   * Follows the remaining references and finds circles. Call it once, after the last `add` and before anything is
   * emitted.
   */
  readonly close: () => void;
  /**
   * The definition of a schema that the document repeats several times. Undefined for all others.
   *
   * @param user the first user of the definition, if this call creates it
   */
  readonly share: (
    schema: Schema,
    environment: Environment,
    user?: string,
  ) => Definition | undefined;
  /** The target of a reference, as seen from inside of a dynamic scope. */
  readonly resolve: (
    reference: SchemaReference,
    environment: Environment,
    user?: string,
  ) => Definition;
  /** The dynamic scope inside of a schema. */
  readonly enter: Environments["enter"];
}

/** The maximum number of schemas in dynamic scopes. Each is printed again for each scope that leads to it. */
const maximumInScope = 3000;

/** Collects the definitions of a document from its components and its repeated objects. */
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

  const create = (given: NewDefinition): Definition => {
    const definition = createDefinition(given);
    all.push(definition);
    pending.push(definition);
    return definition;
  };
  const booleans = new Map<string, Schema>();
  let inScope = 0;
  const countInScope = ({ location: { file, pointer } }: Schema): void => {
    inScope += 1;
    if (inScope > maximumInScope) {
      throw createDiagnosticError({
        code: "too-many-dynamic-scopes",
        message: `\`$dynamicAnchor\` gives the schemas more than ${maximumInScope} meanings, one for each way that leads to them.`,
        fix: "Use fewer dynamic anchors, or `$ref` where nothing is replaced.",
        file,
        pointer,
      });
    }
  };
  const define = (given: Schema, outside: Environment, user?: string): Definition => {
    const schema = given.boolean === undefined ? given : shareBoolean(given, booleans);
    const environment = enter(outside, schema);
    const ofSchema = known.get(schema);
    const found = ofSchema?.get(environment);
    if (found !== undefined) {
      return found;
    }
    const name = names.get(schema);
    const isComponent = name !== undefined && environment === enter(emptyEnvironment, schema);
    if (environment !== emptyEnvironment) {
      countInScope(schema);
    }
    const text = name ?? writeHiddenText(schema, user ?? "");
    const kind = isComponent ? "component" : "hidden";
    const definition = create({ kind, text, user: user ?? text, schema, environment });
    if (ofSchema === undefined) {
      known.set(schema, new Map([[environment, definition]]));
    } else {
      ofSchema.set(environment, definition);
    }
    return definition;
  };
  const resolve: Definitions["resolve"] = ({ name, target }, environment, user) =>
    define((name === undefined ? undefined : components.get(name)) ?? target, environment, user);
  const findShared: Definitions["share"] = (schema, environment, user) => {
    const first = duplicates.get(schema);
    return first === undefined ? undefined : define(first, environment, user);
  };
  const explore = (): void => {
    // Explored in the order in which they were found, so that later parts of the document do not affect earlier ones.
    for (const next of pending) {
      exploreOne(next, { enter, resolve, share: findShared });
    }
    pending.length = 0;
  };

  const createBase = (whole: Definition, schema: Schema): Definition => {
    const { user, environment } = whole;
    const text = `${whole.text}_base`;
    return create({ kind: "hidden", text, user, schema, environment, isBase: true });
  };
  const followToDefinitions = (whole: Definition, alternative: Schema): Iterable<Definition> => {
    const environment = enter(whole.environment, alternative);
    const part = createDefinition({ ...whole, schema: alternative, environment });
    exploreOne(part, { enter, resolve, share: findShared });
    return part.usesInPlace;
  };

  const ofComponents = new Map(
    [...components].map(([name, schema]) => [name, define(schema, emptyEnvironment)]),
  );
  explore();
  const add = (text: string, schema: Schema): Definition => {
    const environment = enter(emptyEnvironment, schema);
    const [operation = text] = text.split(" ", 1);
    const definition = create({ kind: "operation", text, user: operation, schema, environment });
    explore();
    return definition;
  };
  const close = (): void => {
    // A schema of an operation may be a plain reference. It adds no definition, but it may be the only one that leads
    // to a variant.
    explore();
    markCycles(all);
    const made = new Map<Definition, Definition | undefined>();
    while (
      addBases({ definitions: all, listTargets: followToDefinitions, create: createBase, made })
    ) {
      explore();
      markCycles(all);
    }
  };
  return { all, components: ofComponents, add, share: findShared, resolve, enter, close };
}

/** Records the definitions to which a definition leads. */
function exploreOne(
  definition: Definition,
  { enter, resolve, share }: Pick<Definitions, "enter" | "resolve" | "share">,
): void {
  const use = (
    target: Definition,
    isInPlace: boolean,
    schema: Schema,
    reference?: SchemaReference,
  ): void => {
    definition.leads.push({ target, schema, reference });
    definition.uses.add(target);
    (isInPlace ? definition.usesInPlace : definition.usesInParts).add(target);
  };
  visitPlaces(definition, enter, ({ schema, environment }, isInPlace) => {
    const { user } = definition;
    const duplicate = schema === definition.schema ? undefined : share(schema, environment, user);
    if (duplicate !== undefined) {
      use(duplicate, isInPlace, schema);
      return false;
    }
    for (const reference of listReferences(schema, environment)) {
      use(resolve(reference, environment, user), isInPlace, schema, reference);
    }
    return true;
  });
}

/** Boolean schemas are new objects for each request. Two with the same place are treated as the same schema. */
function shareBoolean(schema: Schema, known: Map<string, Schema>): Schema {
  const { file, pointer } = schema.location;
  const place = `${file}#${pointer}`;
  const same = known.get(place) ?? schema;
  known.set(place, same);
  return same;
}

type NewDefinition = Pick<
  Definition,
  "kind" | "text" | "user" | "schema" | "environment" | "isBase"
>;

/** A definition that leads nowhere yet. */
export function createDefinition(given: NewDefinition): Definition {
  return {
    ...given,
    leads: [],
    uses: new Set(),
    usesInPlace: new Set(),
    usesInParts: new Set(),
    endless: new Set(),
    bases: new Map(),
    cycle: -1,
    isRecursive: false,
  };
}
