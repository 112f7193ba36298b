import { followSchemaReferences } from "../../document/model/behind-references.ts";
import type { Model } from "../../document/model/model.ts";
import { escapeIdentifier } from "../../text/identifier.ts";
import { findDocumentBaseUrl } from "../client/index-files.ts";
import { type ClientOperationPlan, type ClientPlan, planClient } from "../client/plan.ts";
import type { Target } from "../define-target.ts";
import { planQuery } from "../query/plan.ts";
import { planRoutes } from "../server/routes.ts";
import { viewSecuritySchemes } from "../server/security.ts";
import { escapeMarkdown } from "../shared/escape/markdown.ts";
import { escapePropertyKey } from "../shared/escape/property-key.ts";
import { escapeString } from "../shared/escape/string.ts";
import { nameList } from "../shared/print/name-list.ts";
import { nameSchemaTypes } from "../shared/typescript/names/schema-names.ts";
import type { EmitContext } from "../target.ts";
import type { ToolsPlan } from "../tools/plan.ts";
import { buildTypedModel } from "../typed-model.ts";
import type { PackagePlan } from "./package-plan.ts";
import { takePlainParagraph } from "./plain-paragraph.ts";
import { chooseSampleCalls, type SampleCalls } from "./sample-call.ts";

type View = Readonly<Record<string, unknown>>;

/** The README of a target's package. Its snippets compile and run without changes. */
export function renderReadme(
  context: EmitContext,
  plan: PackagePlan,
  { name: target, description: kind }: Target,
): string {
  const { model, render } = context;
  const { title, summary, description } = model.info;
  const name = plan.names.get(target) ?? "";
  const view = views[target];
  return render(view === undefined ? "package/other.md" : `package/${target}.md`, {
    name,
    title: escapeMarkdown(title) || name,
    summary: escapeMarkdown(summary ?? takePlainParagraph(description)),
    source: escapeMarkdown(model.source),
    description: escapeMarkdown(kind),
    license: escapeMarkdown(plan.license),
    homepage: plan.homepage ?? false,
    from: escapeString(name),
    command: name.split("/").at(-1) ?? name,
    ...view?.(context, plan),
  });
}

/** Each view has every name that its template uses. Other targets have the template without a view, `other.md`. */
const views: Readonly<Record<string, (context: EmitContext, plan: PackagePlan) => View>> = {
  types: (context) => ({ schema: viewSchemaReadme(buildTypedModel(context)) }),
  client: viewClientReadme,
  validators: ({ model }) => ({ schema: viewSchemaReadme(model) }),
  mocks: () => ({}),
  tools: (context) => viewToolsReadme(context, "tools"),
  cli: (context) => viewToolsReadme(context, "cli"),
  server: ({ model }) => ({
    operations: planRoutes(model.operations).operations.map(({ name }) => ({
      key: escapePropertyKey(name),
      name: escapeString(name),
    })),
    schemes: viewSecuritySchemes(model).map(({ key }) => ({ key })),
  }),
  query: viewQueryReadme,
};

/** The variables of the environment, and what they have. */
function viewToolsReadme({ model, plans = new Map() }: EmitContext, target: string): View {
  // The target was generated before its package, so its plan is there.
  const { api } = plans.get(target) as ToolsPlan;
  return {
    baseUrl: findDocumentBaseUrl(model) ?? '"http://localhost:3000"',
    variables: [
      ...api.credentials.flatMap(({ scheme, variables }) =>
        variables.map((name) => ({
          name,
          value: `the credential of the security scheme ${escapeMarkdown(scheme)}`,
        })),
      ),
      { name: api.baseUrlVariable, value: "the address of the service" },
    ],
  };
}

/** The client whose calls READMEs show. The model has the types that it uses. */
function planShownClient(context: EmitContext): {
  readonly factory: string;
  readonly model: Model;
  readonly client: ClientPlan;
  readonly operations: readonly ClientOperationPlan[];
} {
  const { factory = "createApi" } = context;
  const model = buildTypedModel(context);
  const client = planClient(model, factory, context.nameOperation);
  return { factory, model, client, operations: client.modules.flatMap((each) => each.operations) };
}

function viewClientReadme(context: EmitContext): View {
  const { factory, model, operations } = planShownClient(context);
  const sample = chooseSampleCalls(model, operations, context.values);
  return {
    factory,
    // A template must not use a member that does not exist, so the optional ones have defaults.
    sample: sample !== undefined && { writing: false, items: false, ...sample },
    names: nameList(listSnippetImports(sample)),
    baseUrl: findDocumentBaseUrl(model) ?? '"http://localhost:3000"',
  };
}

function viewQueryReadme(context: EmitContext, { names }: PackagePlan): View {
  const { model, client, operations } = planShownClient(context);
  const planned = planQuery(client).modules.flatMap(({ key, operations }) =>
    operations.flatMap((each) => (each.kind === "query" ? [{ ...each, key }] : [])),
  );
  const reads = new Set(planned.map(({ operation }) => operation));
  const { reading, auth } =
    chooseSampleCalls(
      model,
      operations.filter(({ operation }) => reads.has(operation)),
      context.values,
    ) ?? {};
  const shown = planned.find((each) => each.client.listed === reading?.name);
  const name = names.get("client") ?? "";
  return {
    clientName: name,
    client: escapeString(name),
    baseUrl: findDocumentBaseUrl(model) ?? '"http://localhost:3000"',
    sample: shown !== undefined && {
      key: shown.key,
      name: shown.name,
      operation: escapeString(shown.client.name),
      input: reading?.input,
      auth,
    },
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
