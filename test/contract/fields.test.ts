import { beforeAll, describe, expect, test } from "vitest";
import { isObject, type OpenApiDocument } from "../../scripts/support/document.ts";
import { bundleTheDocument } from "../support/document.ts";
import { findFieldDifferences, operationTables } from "./fields.ts";

let document: OpenApiDocument;

beforeAll(async () => {
  ({ document } = await bundleTheDocument());
});

/** Changes a copy of the document and returns its differences from the contract. */
function findDifferencesAfter(change: (copy: OpenApiDocument) => void): string[] {
  const copy = structuredClone(document);
  change(copy);
  return findFieldDifferences(copy);
}

/** A component schema with its properties, to be changed. */
function getComponent(copy: OpenApiDocument, name: string): Record<string, unknown> {
  const schema = copy.components.schemas?.[name];
  if (!isObject(schema)) {
    throw new Error(`the document has no schema ${name}`);
  }
  return schema;
}

/** A property of a component schema, to be changed. */
function getProperty(
  copy: OpenApiDocument,
  name: string,
  property: string,
): Record<string, unknown> {
  const { properties } = getComponent(copy, name);
  const schema = isObject(properties) ? properties[property] : undefined;
  if (!isObject(schema)) {
    throw new Error(`the schema ${name} has no ${property}`);
  }
  return schema;
}

describe("the fields of the document", () => {
  test("are those of the contract, in every operation", () => {
    expect(findFieldDifferences(document)).toEqual([]);
  });

  test("are transcribed once for each operation", () => {
    const names = operationTables.map(({ operation }) => operation);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("the comparison", () => {
  test("sees a missing member and an additional one", () => {
    const found = findDifferencesAfter((copy) => {
      const schema = getComponent(copy, "MigratedId");
      if (!isObject(schema.properties)) {
        throw new Error("MigratedId has no properties");
      }
      const { nanoid, ...others } = schema.properties;
      schema.properties = { ...others, nano_id: nanoid };
    });
    expect(found).toEqual([
      "GET /api/v3/migration/get-nanoid 200.nanoid: is not in the document",
      "GET /api/v3/migration/get-nanoid 200.nano_id: is not in the contract",
    ]);
  });

  test("sees another type, null, another requirement and a flag", () => {
    const found = findDifferencesAfter((copy) => {
      getComponent(copy, "DeletedMcpServer").required = ["id"];
      getProperty(copy, "GeneratedMcpUrls", "mcp_url").type = ["string", "null"];
      getProperty(copy, "SetConnectedAccountStatusRequest", "enabled").type = "string";
      delete getProperty(copy, "FileUpload", "type").deprecated;
    });
    expect(found).toEqual([
      "PATCH /api/v3/connected_accounts/{nanoid}/status body.enabled: boolean in the contract, string in the document",
      "POST /api/v3/mcp/servers/generate 200.mcp_url: is never null in the contract",
      "DELETE /api/v3/mcp/{id} 200.deleted: is required in the contract",
      "POST /api/v3/files/upload/request 200.type: is deprecated in the contract",
    ]);
  });

  test("sees other values, other limits and another pattern", () => {
    const found = findDifferencesAfter((copy) => {
      getComponent(copy, "MigrationType").enum = ["CONNECTED_ACCOUNT", "AUTH_CONFIG"];
      getProperty(copy, "UpdateProjectConfigRequest", "signed_url_file_expiry_in_seconds").maximum =
        86_400;
      getComponent(copy, "DeliveryId").pattern = "^dlv_";
    });
    const place = "POST /api/v3/webhook_subscriptions/{id}/deliveries/{delivery_id}/replay path";
    expect(found).toContain(
      "GET /api/v3/migration/get-nanoid query type: the values AUTH_CONFIG, CONNECTED_ACCOUNT, TRIGGER_INSTANCE in the contract, AUTH_CONFIG, CONNECTED_ACCOUNT in the document",
    );
    expect(found).toContain(
      "PATCH /api/v3/org/project/config body.signed_url_file_expiry_in_seconds: maximum is 604800 in the contract, 86400 in the document",
    );
    expect(found).toContain(
      `${place} delivery_id: admits "dlv_1b_-2Cd3E4f", which is no id(dlv_) in the contract`,
    );
  });

  test("sees missing operations and parameters", () => {
    const found = findDifferencesAfter((copy) => {
      delete copy.paths["/api/v3/tools/enum"];
      const list = copy.paths["/api/v3/webhook_subscriptions"]?.get;
      if (!list) {
        throw new Error("the subscriptions cannot be listed");
      }
      Object.assign(list, { parameters: [] });
    });
    expect(found).toEqual([
      "GET /api/v3/tools/enum: is not in the document",
      "GET /api/v3/webhook_subscriptions query limit: is not in the document",
      "GET /api/v3/webhook_subscriptions query cursor: is not in the document",
    ]);
  });
});
