import type { Diagnostic } from "../../diagnostic.ts";
import type { Model, Operation, PathItem, Schema, Tag } from "../../document/model/model.ts";
import { escapeIdentifier } from "../../text/identifier.ts";
import { createTestPattern } from "../../text/test-pattern.ts";
import type { Judge } from "../mismatches/find-mismatch.ts";
import { classifyMediaType } from "../shared/bodies/media-kind.ts";
import { escapePath } from "../shared/escape/path.ts";
import { describeOperation, type Renaming } from "../shared/names/describe-renamings.ts";
import { groupOperations } from "../shared/names/group-operations.ts";
import { createNames } from "../shared/names/names.ts";
import type { EmitContext } from "../target.ts";
import { buildComponentRecipe } from "./recipes/building/build-recipe.ts";
import type { RecipeContext } from "./recipes/building/place.ts";
import { type ProvenRecipes, proveRecipes } from "./recipes/prove-recipes.ts";
import { reservedTypes, reservedValues } from "./reserved-names.ts";

/** An operation, with the names of its mock. */
export interface MockOperationPlan {
  readonly operation: Operation;
  readonly name: string;
  readonly input: string;
  readonly answer: string;
}

/** The mocks of one tag. */
export interface MockModulePlan {
  /** The file's name without extension. */
  readonly file: string;
  readonly tag: Tag;
  readonly operations: readonly MockOperationPlan[];
}

/** The factory of the body of a webhook or a callback. */
export interface BodyFactoryPlan {
  readonly operation: Operation;
  readonly root: "webhooks" | undefined;
  readonly name: string;
  readonly schema: Schema;
}

export interface MocksPlan {
  /** The names of the factories of components. */
  readonly factories: ReadonlyMap<string, string>;
  /** How their values are made. Components of which no value can be made have no recipe. */
  readonly recipes: ProvenRecipes;
  readonly recipeContext: RecipeContext;
  readonly bodies: readonly BodyFactoryPlan[];
  readonly modules: readonly MockModulePlan[];
  readonly diagnostics: readonly Diagnostic[];
  readonly renamings: readonly Renaming[];
}

/** Chooses the names, and finds out how values of each component are made. */
export function planMocks(model: Model, context: Pick<EmitContext, "formats">): MocksPlan {
  const values = createNames({
    escape: (text) => escapeIdentifier(text, { style: "camel" }),
    reserved: reservedValues,
  });
  const types = createNames({
    escape: (text) => escapeIdentifier(text, { style: "pascal" }),
    reserved: reservedTypes,
  });
  const files = createNames({
    escape: escapePath,
    reserved: ["index", "factories", "values", "wire"],
    separator: "-",
    ignoreCase: true,
  });
  const { schemas } = model.components;
  const factories = new Map(
    [...schemas].map(([name, { location }]) => [
      name,
      values.name(`create ${name}`, { kind: "schema", name, location }),
    ]),
  );
  const judge: Judge = {
    testPattern: createTestPattern(),
    assertsFormats: context.formats !== "annotate",
    steps: { left: Number.POSITIVE_INFINITY },
    ignoresUnevaluated: true,
  };
  const recipeContext = { components: schemas, judge };
  const recipes = proveRecipes(
    new Map(
      [...schemas].map(([name, schema]) => [
        name,
        buildComponentRecipe(name, schema, recipeContext),
      ]),
    ),
    schemas,
    judge,
  );
  const planOne = (operation: Operation): MockOperationPlan => ({
    operation,
    name: values.name(`mock ${operation.name}`, describeOperation(operation)),
    input: types.name(`${operation.name} mock input`, describeOperation(operation)),
    answer: types.name(`${operation.name} mock answer`, describeOperation(operation)),
  });
  const modules = groupOperations(model).map(({ tag, operations }) => ({
    file: files.name(tag.name),
    tag,
    operations: operations.map(planOne),
  }));
  const bodies = listSentOperations(model).flatMap(({ operation, root }) => {
    const schema = findJsonSchema(operation);
    const name = values.name(`create ${operation.name} body`, describeOperation(operation));
    return schema === undefined ? [] : [{ operation, root, name, schema }];
  });
  return {
    factories,
    recipes,
    recipeContext,
    bodies,
    modules,
    diagnostics: [...schemas].flatMap(([name, schema]) =>
      recipes.has(name) ? [] : [warnUnmade(schema, `the schema \`${name}\``)],
    ),
    renamings: [...values.renamings, ...types.renamings],
  };
}

/** A warning that values have to be given. */
export function warnUnmade({ location }: Pick<Schema, "location">, subject: string): Diagnostic {
  return {
    severity: "warning",
    code: "mock-not-made",
    message: `No value could be made for ${subject} that fits it, so its mock needs the whole value.`,
    fix: "Write an example that fits the schema.",
    file: location.file,
    pointer: location.pointer,
  };
}

/** The requests that the service sends itself. */
function listSentOperations({
  webhooks,
  operations,
}: Model): readonly Pick<BodyFactoryPlan, "operation" | "root">[] {
  const list = (items: readonly PathItem[]): readonly Operation[] =>
    items.flatMap((item) => item.operations);
  const callbacks = operations.flatMap((each) =>
    each.callbacks.flatMap(({ pathItems }) => list(pathItems)),
  );
  return [
    ...list(webhooks).map((operation) => ({ operation, root: "webhooks" as const })),
    ...callbacks.map((operation) => ({ operation, root: undefined })),
  ];
}

function findJsonSchema({ requestBody }: Operation): Schema | undefined {
  return requestBody?.value.content.find(({ mediaType }) => classifyMediaType(mediaType) === "json")
    ?.schema;
}
