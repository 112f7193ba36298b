import { beforeAll, describe, expect, test } from "vitest";
import {
  isObject,
  listOperations,
  type OpenApiDocument,
  resolve,
} from "../../scripts/support/document.ts";
import {
  listParameters,
  type OperationPlace,
  type ParameterObject,
} from "../../scripts/support/operations.ts";
import { bundleTheDocument } from "../support/document.ts";
import { type Facets, readFacets } from "./fields/schema.ts";

interface Parameter {
  readonly name: string;
  readonly parameter: ParameterObject & { readonly explode?: boolean };
  readonly facets: Facets;
}

let document: OpenApiDocument;
let places: readonly OperationPlace[];
let parameters: readonly Parameter[];

beforeAll(async () => {
  ({ document } = await bundleTheDocument());
  places = listOperations(document);
  parameters = places.flatMap((place) =>
    listParameters(document, place).map((parameter) => ({
      name: `${place.operation.operationId} ${parameter.name}`,
      parameter,
      facets: readFacets(document, parameter.schema),
    })),
  );
});

const toNames = (found: readonly Parameter[]): string[] => found.map(({ name }) => name);

describe("query parameters", () => {
  test("are never nullable, since an empty value or null means absent", () => {
    const query = parameters.filter(({ parameter }) => parameter.in === "query");
    expect(query.length).toBeGreaterThan(80);
    expect(toNames(query.filter(({ facets }) => facets.nullable))).toEqual([]);
  });

  test("that are arrays are joined by commas", () => {
    const arrays = parameters.filter(({ facets }) => facets.types.includes("array"));
    expect(arrays.length).toBeGreaterThan(15);
    const isJoined = ({ parameter }: Parameter): boolean =>
      parameter.style === "form" && parameter.explode === false;
    expect(toNames(arrays.filter((one) => !isJoined(one)))).toEqual([]);
  });

  test("called toolkit_versions are deep objects", () => {
    const versions = parameters.filter(({ parameter }) => parameter.name === "toolkit_versions");
    expect(toNames(versions)).toEqual([
      "listTools toolkit_versions",
      "getTool toolkit_versions",
      "listTriggerTypes toolkit_versions",
      "getTriggerType toolkit_versions",
    ]);
    const isDeep = ({ parameter }: Parameter): boolean => parameter.style === "deepObject";
    expect(toNames(versions.filter((one) => !isDeep(one)))).toEqual([]);
  });
});

describe("path parameters", () => {
  test("are required, and each is checked by its form", () => {
    const free = parameters.filter(({ parameter, facets }) => {
      if (parameter.in !== "path") {
        return false;
      }
      const formed = ["pattern", "format", "enum"].some((keyword) => keyword in facets.schema);
      return parameter.required !== true || !formed;
    });
    // The caller chooses the ids of users, so they may be any string.
    expect(toNames(free)).toEqual(["deleteUser user_id"]);
  });
});

describe("the header Idempotency-Key", () => {
  test("is a parameter of every POST but those without a key, with at most 255 characters", () => {
    const taking = places.filter((place) =>
      listParameters(document, place).some(
        ({ name, schema }) =>
          name === "Idempotency-Key" && readFacets(document, schema).schema.maxLength === 255,
      ),
    );
    const posts = places.filter(({ method }) => method === "post");
    // The users of a link do not have a key of the project, and applications send their own delivery ids.
    const ofStrangers = ["submitLink", "receiveWebhook"];
    // An answer that signs a browser in is not stored.
    const signIns = ["createConsoleSession", "openConsoleLink"];
    const others = posts.filter(
      ({ operation }) => ![...ofStrangers, ...signIns].includes(operation.operationId),
    );
    expect(taking).toEqual(others);
  });
});

describe("response headers", () => {
  test("are declared: the request's id everywhere, the rate limit, and when to come back", () => {
    const missing = places.flatMap(({ operation }) =>
      Object.entries(operation.responses).flatMap(([status, use]) => {
        const { headers } = resolve(document, use);
        const declared = isObject(headers) ? Object.keys(headers) : [];
        return listDueHeaders(status)
          .filter((header) => !declared.includes(header))
          .map((header) => `${operation.operationId} ${status}: ${header}`);
      }),
    );
    expect(missing).toEqual([]);
  });
});

function listDueHeaders(status: string): readonly string[] {
  if (status === "429" || status === "503") {
    return ["x-request-id", "Retry-After"];
  }
  return status < "400" ? ["x-request-id", "RateLimit", "RateLimit-Policy"] : ["x-request-id"];
}

describe("deprecated names", () => {
  // "Versioning" of the API document, point 4, with the replacements. An empty string means that a name has no
  // replacement.
  const aliases: Readonly<Record<string, string>> = {
    connectedAccountIds: "connected_account_ids",
    authConfigIds: "auth_config_ids",
    triggerIds: "trigger_ids",
    triggerNames: "trigger_names",
    showDisabled: "show_disabled",
    deprecatedConnectedAccountUuids: "connected_account_ids",
    deprecatedAuthConfigUuids: "auth_config_ids",
  };

  test("of query parameters say what replaces them", () => {
    const deprecated = parameters.filter(({ parameter }) => parameter.deprecated === true);
    expect(deprecated.map(({ parameter }) => parameter.name)).toEqual(Object.keys(aliases));
    const silent = deprecated.filter(
      ({ parameter: { name, description } }) => !description?.includes(`\`${aliases[name]}\``),
    );
    expect(toNames(silent)).toEqual([]);
  });

  const replaced: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    TriggerInstance: {
      disabledAt: "`disabled_at`",
      connectedAccountId: "`connected_account_id`",
      triggerName: "`trigger_name`",
      updatedAt: "`updated_at`",
      triggerConfig: "`trigger_config`",
    },
    TriggerTypeToolkit: { name: "`slug`" },
    UpsertTriggerRequest: {
      connectedAuthId: "`connected_account_id`",
      triggerConfig: "`trigger_config`",
      version: "`toolkit_versions`",
    },
    ConnectionInput: {
      data: "`state`",
      redirect_uri: "`callback_url`",
      deprecated_is_v1_rerouted: "nothing replaces it",
    },
    CreateConnectedAccountResponse: {
      status: "`connectionData.val.status`",
      redirect_url: "`connectionData.val.redirectUrl`",
      redirect_uri: "`connectionData.val.redirectUrl`",
    },
    ConnectedAccount: { data: "`state`", user_id: "`user_ids`" },
    McpServer: { mcp_url: "`user_id` or `connected_account_id`" },
    FileUpload: { newPresignedUrl: "`new_presigned_url`", type: "Nothing replaces it" },
    Toolkit: { is_local_toolkit: "Nothing replaces it" },
    ProjectConfig: { is_platform_link_enabled_for_managed_auth: "/api/v3/connected_accounts/link" },
  };

  test("of members say what replaces them", () => {
    const silent = Object.entries(replaced).flatMap(([name, members]) => {
      const facets = readFacets(document, { $ref: `#/components/schemas/${name}` });
      return Object.entries(members).flatMap(([member, text]) => {
        const { schema } = readFacets(document, facets.members.get(member)?.schema);
        const says = schema.deprecated === true && String(schema.description).includes(text);
        return says ? [] : [`${name}.${member}: ${schema.description}`];
      });
    });
    expect(silent).toEqual([]);
  });
});
