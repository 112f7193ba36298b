import { listOperations, type OpenApiDocument, resolve } from "../../scripts/support/document.ts";
import {
  getContent,
  listParameters,
  type ParameterObject,
} from "../../scripts/support/operations.ts";
import { authConfigs } from "./fields/auth-configs.ts";
import { common } from "./fields/common.ts";
import { compareRequiredness, findDifferences, limitDifferences } from "./fields/compare.ts";
import { connectedAccounts } from "./fields/connected-accounts.ts";
import { files } from "./fields/files.ts";
import { mcp } from "./fields/mcp.ts";
import { metaTools } from "./fields/meta-tools.ts";
import { parseShape, type Shapes, type Type } from "./fields/notation.ts";
import { projects } from "./fields/projects.ts";
import { readFacets } from "./fields/schema.ts";
import type { OperationTable, ResourceTables, SchemaTable } from "./fields/table.ts";
import { toolRouter } from "./fields/tool-router.ts";
import { toolkits } from "./fields/toolkits.ts";
import { tools } from "./fields/tools.ts";
import { triggers } from "./fields/triggers.ts";
import { webhookSubscriptions } from "./fields/webhook-subscriptions.ts";

/**
 * The fields, request members and parameters of the contract, with one table per operation, in `fields/`. They are
 * transcribed by hand from the API document, and from the shapes in braces in the API's description. In some of these
 * shapes, request members do not have a question mark although it is obvious what it means to leave them out (an empty
 * list, the newest version). Such members are optional here.
 */
const resources: readonly ResourceTables[] = [
  common,
  toolkits,
  tools,
  triggers,
  authConfigs,
  connectedAccounts,
  mcp,
  toolRouter,
  metaTools,
  files,
  projects,
  webhookSubscriptions,
];

const shapes: Shapes = Object.assign({}, ...resources.map((resource) => resource.shapes));

/** Every operation of the contract with its fields. */
export const operationTables: readonly OperationTable[] = resources.flatMap(
  ({ operations }) => operations,
);

const schemaTables: readonly SchemaTable[] = resources.flatMap(({ schemas }) => schemas ?? []);

/**
 * Every difference between the contract's fields and a bundled document, each with the operation and the place in it. Empty
 * when the two agree.
 */
export function findFieldDifferences(document: OpenApiDocument): string[] {
  const places = new Map(
    listOperations(document).map((place) => [`${place.method.toUpperCase()} ${place.path}`, place]),
  );
  const named = new Set(operationTables.map(({ operation }) => operation));
  return [
    ...[...places.keys()].filter((name) => !named.has(name)).map((name) => `${name}: has no table`),
    ...operationTables.flatMap((table) => {
      const place = places.get(table.operation);
      if (!place) {
        return [`${table.operation}: is not in the document`];
      }
      const parameters = listParameters(document, place);
      return [
        ...compareTableParameters(document, table, "path", parameters),
        ...compareTableParameters(document, table, "query", parameters),
        ...compareBodyFields(document, table, place.operation.requestBody),
        ...answerDifferences(document, table, place.operation.responses),
      ];
    }),
    ...schemaTables.flatMap(({ schema, shape }) =>
      findDifferences(
        document,
        parseShape(shape, shapes),
        { $ref: `#/components/schemas/${schema}` },
        schema,
      ),
    ),
  ];
}

function compareTableParameters(
  document: OpenApiDocument,
  table: OperationTable,
  where: "path" | "query",
  parameters: readonly ParameterObject[],
): string[] {
  const members = parseShape(table[where] ?? "", shapes).members ?? [];
  const names = new Set(members.map(({ name }) => name));
  const actual = parameters.filter((parameter) => parameter.in === where);
  return [
    ...members.flatMap((member) => {
      const place = `${table.operation} ${where} ${member.name}`;
      const parameter = actual.find(({ name }) => name === member.name);
      if (!parameter) {
        return [`${place}: is not in the document`];
      }
      const found = [
        ...compareRequiredness(member, parameter.required === true, place),
        ...findDifferences(document, member.type, parameter.schema, place),
        ...limitDifferences(member, readFacets(document, parameter.schema), place),
      ];
      if ((parameter.deprecated === true) !== member.deprecated) {
        found.push(`${place}: is ${member.deprecated ? "" : "not "}deprecated in the contract`);
      }
      return found;
    }),
    ...actual
      .filter(({ name }) => !names.has(name))
      .map(({ name }) => `${table.operation} ${where} ${name}: is not in the contract`),
  ];
}

function compareBodyFields(
  document: OpenApiDocument,
  table: OperationTable,
  body: unknown,
): string[] {
  const place = `${table.operation} body`;
  if (table.body === undefined) {
    return body === undefined ? [] : [`${place}: is not in the contract`];
  }
  if (body === undefined) {
    return [`${place}: is not in the document`];
  }
  const type = parseShape(table.body, shapes);
  const due = type.members?.some(({ required }) => required) === true;
  const missing =
    due && resolve(document, body).required !== true
      ? [`${place}: is required in the contract`]
      : [];
  return [...missing, ...compareContentFields(document, type, body, place)];
}

function answerDifferences(
  document: OpenApiDocument,
  table: OperationTable,
  responses: Readonly<Record<string, unknown>>,
): string[] {
  const extra = Object.keys(responses).filter(
    (status) => status.startsWith("2") && !(Number(status) in table.answers),
  );
  return [
    ...Object.entries(table.answers).flatMap(([status, shape]) => {
      const place = `${table.operation} ${status}`;
      const response = responses[status];
      if (response === undefined) {
        return [`${place}: is not in the document`];
      }
      if (shape !== null) {
        return compareContentFields(document, parseShape(shape, shapes), response, place);
      }
      const none = Object.keys(getContent(document, response)).length === 0;
      return none ? [] : [`${place}: has no body in the contract`];
    }),
    ...extra.map((status) => `${table.operation} ${status}: is not in the contract`),
  ];
}

/** The differences of the first media type, the only one in the contract. */
function compareContentFields(
  document: OpenApiDocument,
  type: Type,
  holder: unknown,
  place: string,
): string[] {
  const [media] = Object.values(getContent(document, holder));
  if (media === undefined) {
    return [`${place}: has no content in the document`];
  }
  return findDifferences(document, type, resolve(document, media).schema, place);
}
