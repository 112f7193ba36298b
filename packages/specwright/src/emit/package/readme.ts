import { followSchemaReferences } from "../../model/behind-references.ts";
import type { Model } from "../../model/model.ts";
import { escapeIdentifier } from "../../text/identifier.ts";
import { findDocumentBaseUrl } from "../client/index-files.ts";
import { planClient } from "../client/plan.ts";
import { escapeMarkdown } from "../escape/markdown.ts";
import { escapePropertyKey } from "../escape/property-key.ts";
import { escapeString } from "../escape/string.ts";
import { nameList } from "../print/name-list.ts";
import { planRoutes } from "../server/routes.ts";
import { viewSecuritySchemes } from "../server/security.ts";
import type { EmitContext } from "../target.ts";
import { buildTypedModel } from "../typed-model.ts";
import { nameSchemaTypes } from "../typescript/names/schema-names.ts";
import type { PackagePlan, PackageTarget } from "./package-plan.ts";
import { takePlainParagraph } from "./plain-paragraph.ts";
import { chooseSampleCalls, type SampleCalls } from "./sample-call.ts";

type View = Readonly<Record<string, unknown>>;

/** The README of a target's package. Its snippets compile and run without changes. */
export function renderReadme(
  context: EmitContext,
  plan: PackagePlan,
  target: PackageTarget,
): string {
  const { model, render } = context;
  const { title, summary, description } = model.info;
  const name = plan.names.get(target) ?? "";
  return render(`package/${target}.md`, {
    name,
    title: escapeMarkdown(title) || name,
    summary: escapeMarkdown(summary ?? takePlainParagraph(description)),
    source: escapeMarkdown(model.source),
    license: escapeMarkdown(plan.license),
    homepage: plan.homepage ?? false,
    from: escapeString(name),
    ...views[target](context),
  });
}

/** Each view has every name that its template uses. */
const views: Readonly<Record<PackageTarget, (context: EmitContext) => View>> = {
  types: (context) => ({ schema: viewSchemaReadme(buildTypedModel(context)) }),
  client: viewClientReadme,
  validators: ({ model }) => ({ schema: viewSchemaReadme(model) }),
  server: ({ model }) => ({
    operations: planRoutes(model.operations).operations.map(({ name }) => ({
      key: escapePropertyKey(name),
      name: escapeString(name),
    })),
    schemes: viewSecuritySchemes(model).map(({ key }) => ({ key })),
  }),
};

function viewClientReadme(context: EmitContext): View {
  const { factory = "createApi" } = context;
  // Bodies of samples have the types that the client uses.
  const model = buildTypedModel(context);
  const { modules } = planClient(model, factory);
  const sample = chooseSampleCalls(
    model,
    modules.flatMap(({ operations }) => operations),
  );
  return {
    factory,
    // A template must not use a member that does not exist, so the optional ones have defaults.
    sample: sample !== undefined && { writing: false, items: false, ...sample },
    names: nameList(listSnippetImports(sample)),
    baseUrl: findDocumentBaseUrl(model) ?? '"http://localhost:3000"',
  };
}

/** The imports of the snippet. */
function listSnippetImports(sample: SampleCalls | undefined): readonly string[] {
  const { reading, writing, items } = sample ?? {};
  const calls = [reading, writing, items].flatMap((call) =>
    call === undefined ? [] : [call.name],
  );
  return ["createTransport", "isApiError", ...new Set(calls)];
}

/** The first object schema, otherwise the first schema. False when the document has none. */
function viewSchemaReadme({ components }: Model): View | false {
  // `schemas.__proto__` would not look like reading a schema.
  const schemas = [...components.schemas].filter(([name]) => name !== "__proto__");
  const [name] =
    schemas.find(([, schema]) => followSchemaReferences(schema)?.types?.includes("object")) ??
    schemas[0] ??
    [];
  if (name === undefined) {
    return false;
  }
  const key = escapeString(name);
  const isBare = escapePropertyKey(name) === name && !/^\d/.test(name);
  return {
    type: nameSchemaTypes(components.schemas).get(name) ?? name,
    alias: escapeIdentifier(name, { style: "pascal" }),
    value: isBare ? `schemas.${name}` : `schemas[${key}]`,
  };
}
