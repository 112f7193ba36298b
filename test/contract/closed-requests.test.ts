import { expect, test } from "vitest";
import { visitApplied } from "../../packages/specwright/src/document/model/applied-parts.ts";
import type { Schema } from "../../packages/specwright/src/document/model/model.ts";
import { loadModel } from "../../packages/specwright/src/index.ts";
import { specFile } from "../../scripts/support/paths.ts";

/** Objects in requests whose members are defined by others: by an application, a toolkit or a protocol. */
const freeForm: readonly string[] = [
  // The arguments of a tool, which its `input_parameters` define.
  "ExecuteToolRequest/properties/arguments",
  "ExecuteSessionToolRequest/properties/arguments",
  "MultiExecuteToolItem/properties/arguments",
  // The configuration of a trigger, which the `config` of its type defines.
  "UpsertTriggerRequest/properties/trigger_config",
  "UpsertTriggerRequest/properties/triggerConfig",
  // Fields that a toolkit requests.
  "AuthConfigCredentials",
  "AuthConfigSharedCredentials",
  "ConnectionStateVal",
  "ConnectionInput/properties/data",
  "LinkConnectionData",
  "LinkConnectionData/properties/val",
  "ConnectionStateUpdate/properties/val",
  "LinkSubmission",
  // A line is checked by itself, as the body of `createConnectedAccount`: its error stops no other line.
  "ConnectedAccountImportLine",
  // An OpenAPI document.
  "ToolkitDocument/oneOf/0",
  // The body that an application sends.
  "TriggerIngressForm",
  // JSON-RPC 2.0, to which MCP adds members.
  "JsonRpcMessage",
  "JsonRpcMessage/properties/params",
];

/**
 * The schemas that validate a whole request body. Parts of `allOf` are left out, because the schema around them refuses
 * unknown members.
 */
function findBodySchemas(): ReadonlySet<Schema> {
  const { model } = loadModel(specFile);
  const found = new Set<Schema>();
  const parts = new Set<Schema>();
  for (const { requestBody } of model.operations) {
    for (const { schema } of requestBody?.value.content ?? []) {
      if (schema !== undefined) {
        found.add(schema);
      }
    }
  }
  for (const schema of found) {
    for (const part of schema.allOf ?? []) {
      parts.add(part.ref?.target ?? part);
    }
    visitApplied(schema, (part) => void found.add(part));
  }
  return new Set([...found].filter((schema) => !parts.has(schema)));
}

function isClosed({ additionalProperties, unevaluatedProperties }: Schema): boolean {
  return additionalProperties?.boolean === false || unevaluatedProperties?.boolean === false;
}

/** Returns whether a schema is a map: the caller chooses the names, and the schema describes the values. */
function isMap({ additionalProperties, properties }: Schema): boolean {
  return (
    additionalProperties !== undefined && properties === undefined && !additionalProperties.boolean
  );
}

// Unknown members must be refused, because the caller may have meant one as a restriction.
test("every object of a request body refuses members that the document does not name, or is listed as free-form", () => {
  const objects = [...findBodySchemas()].filter(
    ({ types, properties, allOf }) =>
      types?.includes("object") === true || properties !== undefined || allOf !== undefined,
  );
  expect(objects.length).toBeGreaterThan(50);
  const open = objects.filter((schema) => !isClosed(schema) && !isMap(schema));
  const names = open.map(({ location }) => `${location.file} ${location.pointer}`);
  const isListed = (name: string): boolean => freeForm.some((each) => name.endsWith(` /${each}`));
  expect(names.filter((name) => !isListed(name))).toEqual([]);
  expect(freeForm.filter((each) => !names.some((name) => name.endsWith(` /${each}`)))).toEqual([]);
});
