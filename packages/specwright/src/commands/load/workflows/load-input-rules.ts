import { followSchemaReferences } from "../../../document/model/behind-references.ts";
import type { Model } from "../../../document/model/model.ts";
import type { SourceFile } from "../../../document/read/files/source-file.ts";
import { isObject } from "../../../json-object.ts";
import type { Description, InputRules } from "../../../verify/workflows/description.ts";
import { loadValidators } from "../../packages/load-validators.ts";
import { loadDocument } from "../load-model.ts";

/**
 * Makes the validators of the inputs of a document's workflows. For this, the schemas are the request bodies of an OpenAPI document
 * with the same root, so that they are read, reported and generated like all others.
 *
 * @throws DiagnosticError with the mistakes in the schemas
 */
export async function loadInputRules(
  file: SourceFile,
  { workflows, inputs: rules }: Description,
  folder: string,
): Promise<void> {
  const own = workflows.filter(({ hasInputs }) => hasInputs);
  if (own.length === 0 || !isObject(file.value)) {
    return;
  }
  const paths = own.map(({ location }, index) => {
    const schema = { $ref: `#${location.pointer}/inputs` };
    const requestBody = { required: true, content: { [json]: { schema } } };
    const responses = { "200": { description: "Done" } };
    return [`/${index}`, { post: { operationId: `workflow${index}`, requestBody, responses } }];
  });
  const { components, workflows: written } = file.value;
  const value = {
    ...{ openapi: "3.1.0", info: { title: "Inputs", version: "1" }, workflows: written },
    paths: Object.fromEntries(paths),
    components: { inputs: isObject(components) ? components.inputs : undefined },
  };
  const { text: _, ...rest } = file;
  const { model } = loadDocument(file.path, { folder, root: { ...rest, value, warnings: [] } });
  const validators = await loadValidators(model, folder);
  for (const [index, workflow] of own.entries()) {
    const validator = validators.operations[`workflow${index}`]?.requestBody?.[json];
    rules.set(workflow, {
      ...describeInputs(model, index),
      check: (inputs) => {
        const result = validator?.safeParse(inputs);
        return result === undefined || result.success
          ? []
          : validators.explain("inputs", result.error.issues);
      },
    });
  }
}

const json = "application/json";

function describeInputs({ operations }: Model, index: number): Omit<InputRules, "check"> {
  const { schema } = operations[index]?.requestBody?.value.content[0] ?? {};
  const properties = [...((schema && followSchemaReferences(schema))?.properties ?? [])].map(
    ([name, property]) => [name, followSchemaReferences(property)] as const,
  );
  return {
    types: new Map(properties.map(([name, property]) => [name, property?.types])),
    defaults: Object.fromEntries(
      properties.flatMap(([name, property]) =>
        property?.default === undefined ? [] : [[name, property.default.value]],
      ),
    ),
  };
}
