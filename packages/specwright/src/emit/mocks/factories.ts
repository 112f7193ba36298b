import type { Diagnostic } from "../../diagnostic.ts";
import type { Model } from "../../document/model/model.ts";
import type { OutputFile } from "../../output-file.ts";
import { renderDocComment } from "../shared/print/doc-comment.ts";
import { renderHeader } from "../shared/print/header.ts";
import { nameList } from "../shared/print/name-list.ts";
import { writeSchemaDoc } from "../shared/print/schema-doc-text.ts";
import {
  type ImportedSchemas,
  listImportedTypes,
} from "../shared/typescript/names/imported-schemas.ts";
import { printTypeExpression } from "../shared/typescript/schema/type-expression.ts";
import { createTypeContext, printTypeHelpers, useAll } from "../shared/typescript/type-context.ts";
import type { TypeFacts } from "../shared/typescript/type-facts.ts";
import type { EmitContext } from "../target.ts";
import { conversionsName, type MockConversions } from "./mock-conversions.ts";
import type { BodyFactoryPlan, MocksPlan } from "./plan.ts";
import { warnUnmade } from "./plan.ts";
import { buildRecipe } from "./recipes/building/build-recipe.ts";
import { printMade, type RecipePrinting } from "./recipes/print-recipe.ts";
import { proveRecipe } from "./recipes/prove-recipes.ts";
import type { Recipe } from "./recipes/recipe.ts";

/** The model with the types of the declarations, and facts about its types. */
export interface MockTypes {
  readonly typed: Model;
  readonly facts: TypeFacts;
  readonly schemas: ImportedSchemas;
}

/** The context of printing files. */
export type MocksContext = EmitContext & {
  readonly report: (...diagnostics: readonly Diagnostic[]) => void;
};

/** The module from which mocks import factories: those of values that are sent. */
export function chooseFactoriesFile({ factories }: MockConversions): string {
  return factories.size === 0 ? "factories" : "wire";
}

/**
 * The module of factories: one for each component, and one for each body of a webhook or a callback. Where values are
 * converted, they call those of what is sent, which then have a module of their own.
 */
export function renderFactories(
  context: MocksContext,
  plan: MocksPlan,
  { facts, schemas }: MockTypes,
  conversions: MockConversions,
): readonly OutputFile[] {
  const { model, command, render } = context;
  const printing: RecipePrinting = {
    factories: plan.factories,
    used: new Set(),
    called: new Set(),
  };
  const types = createTypeContext(facts);
  const ofComponents = [...plan.factories].map(([component, name]) => {
    const schema = model.components.schemas.get(component);
    const type = schemas.names.get(component) ?? "unknown";
    useAll([type], types);
    return {
      name,
      type,
      doc: renderDocComment(schema === undefined ? {} : writeFactoryDoc(writeSchemaDoc(schema))),
      made: printFactory(plan.recipes.get(component), printing),
    };
  });
  const ofBodies = plan.bodies.map((body) => ({
    name: body.name,
    type: printTypeExpression(body.schema, types, { indent: "", path: "#/paths" }),
    doc: renderDocComment({
      description: `The body of \`${body.operation.name}\`, a request that the service sends.`,
    }),
    made: printFactory(proveBody(body, context, plan), printing),
  }));
  const header = renderHeader({ source: model.source, pointer: "#/components/schemas", command });
  const factories = [...ofComponents, ...ofBodies];
  return [
    ...renderConverted(factories, conversions, header, render),
    {
      path: `mocks/${chooseFactoriesFile(conversions)}.js`,
      content: render("mocks/factories.js", {
        header,
        imports: printing.used.size === 0 ? "" : nameList([...printing.used].sort()),
        factories,
      }),
    },
    {
      path: "mocks/factories.d.ts",
      content: render("mocks/factories.d.ts", {
        header,
        imports: factories.length === 0 ? "" : nameList(listDeclared(factories)),
        typeImports: listImportedTypes(schemas, types),
        factories,
        helpers: printTypeHelpers(types),
      }),
    },
  ];
}

/** The factories of values as programs see them. None when nothing is converted. */
function renderConverted(
  all: readonly { readonly name: string; readonly doc: string }[],
  { factories }: MockConversions,
  header: string,
  render: EmitContext["render"],
): readonly OutputFile[] {
  const kept = all.flatMap(({ name }) => (factories.has(name) ? [] : [name]));
  const view = {
    header,
    conversions: conversionsName,
    kept: kept.length === 0 ? "" : nameList(kept),
    factories: all.flatMap((each) => {
      const convert = factories.get(each.name);
      return convert === undefined ? [] : [{ ...each, convert }];
    }),
  };
  return factories.size === 0
    ? []
    : [{ path: "mocks/factories.js", content: render("mocks/converted.js", view) }];
}

function listDeclared(factories: readonly { readonly made: string }[]): readonly string[] {
  return factories.some(({ made }) => made !== "") ? ["MockData", "Overrides"] : ["MockData"];
}

/** The first paragraph is enough: the type has the whole text. */
function writeFactoryDoc({ title, description }: ReturnType<typeof writeSchemaDoc>): {
  readonly title: string | undefined;
  readonly description: string | undefined;
} {
  return { title, description: description?.split("\n\n")[0] };
}

function printFactory(recipe: Recipe | undefined, printing: RecipePrinting): string {
  return recipe === undefined ? "" : printMade(recipe, "  ", printing);
}

function proveBody(
  { schema, operation }: BodyFactoryPlan,
  { report }: MocksContext,
  { recipes, recipeContext }: MocksPlan,
): Recipe | undefined {
  const recipe = buildRecipe(schema, recipeContext);
  const proven = proveRecipe(recipe, schema, recipes, recipeContext.judge);
  if (proven === undefined) {
    report(warnUnmade(schema, `the body of \`${operation.name}\``));
  }
  return proven;
}
