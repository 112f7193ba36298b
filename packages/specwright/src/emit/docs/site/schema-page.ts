import { sampleSchema } from "../../shared/samples/sample-schema.ts";
import { highlightCode } from "./highlight.ts";
import type { PlannedOperation } from "./plan-site.ts";
import { describeConstraints } from "./schema-words.ts";
import {
  describePage,
  maximumShown,
  type SiteContext,
  type SitePage,
  viewLinks,
} from "./site-page.ts";

/** Creates the pages of schemas by their names and paths. */
export function createSchemaPages({
  model,
  render,
  trees,
  markdown,
  plan,
}: SiteContext): (name: string, path: string) => SitePage {
  const uses = findUses(plan.operations);
  return (name, path) => {
    // The plan has the names of this map.
    const schema = model.components.schemas.get(name) ?? failToFind(name);
    const example = sampleSchema(schema, "writeOnly");
    const text = example === undefined ? "" : (JSON.stringify(example, undefined, 2) ?? "");
    const value = trees.viewValue(schema, "");
    return {
      path,
      title: name,
      description: describePage(schema.description, `The schema ${name}.`),
      section: "schemas",
      kind: "wide",
      twin: `${path}.md`,
      content: render("docs/pages/schema.html", {
        ...value,
        facts: describeConstraints(schema).map(({ words, code }) => ({
          words,
          code: code ?? "",
          hasCode: code !== undefined,
        })),
        title: name,
        // A title that repeats the name or the description says nothing.
        subtitle: [name, schema.description].includes(schema.title) ? "" : (schema.title ?? ""),
        description: markdown(schema.description, 2),
        tree: trees.renderTree(schema, undefined, "member.", 70_000),
        example: highlightCode(text.slice(0, 12_000), "json"),
        hasExample: text !== "",
        usedBy: viewLinks((uses.get(name) ?? []).slice(0, maximumShown), "../"),
        isCut: text.length > 12_000,
      }),
    };
  };
}

/** The operations whose parameters, bodies and responses name a schema directly. */
function findUses(
  operations: readonly PlannedOperation[],
): ReadonlyMap<string, readonly PlannedOperation[]> {
  const found = new Map<string, Set<PlannedOperation>>();
  for (const planned of operations) {
    const { parameters, requestBody, responses } = planned.operation;
    const content = [
      ...(requestBody?.value.content ?? []),
      ...[...responses.values()].flatMap(({ value }) => value.content),
    ];
    const schemas = [
      ...parameters.map(({ value }) => value.schema),
      ...content.map(({ schema }) => schema),
    ];
    for (const schema of schemas) {
      for (const part of [schema, schema?.items]) {
        const name = part?.ref?.name;
        if (name !== undefined) {
          found.set(name, (found.get(name) ?? new Set()).add(planned));
        }
      }
    }
  }
  return new Map([...found].map(([name, each]) => [name, [...each]]));
}

function failToFind(name: string): never {
  throw new Error(`The model has no schema ${name}.`);
}
