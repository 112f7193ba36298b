import { askDidYouMean } from "../../../../text/nearest.ts";
import { methods } from "../../methods.ts";
import type { BuildContext } from "./build-context.ts";
import { reportProblem } from "./build-context.ts";
import type { Raw } from "./raw.ts";
import { listMemberEntries } from "./raw.ts";

/** The objects of a document whose fields are checked: those that describe requests and responses. */
export type FieldsOwner =
  | "document"
  | "components"
  | "path item"
  | "operation"
  | "parameter"
  | "header"
  | "request body"
  | "response"
  | "media type"
  | "encoding";

/** Reports a warning for each misspelt field, and a loss for every other field that OpenAPI does not have. */
export function reportUnknownFields(raw: Raw, owner: FieldsOwner, context: BuildContext): void {
  const known = openApiFields[owner];
  const { value } = raw;
  // Nearly all objects have only known fields, and a large document has many objects, so the common case is checked
  // first.
  for (const name in value as object) {
    if (!known.has(name) && !name.startsWith("x-")) {
      reportEach(raw, owner, known, context);
      return;
    }
  }
}

function reportEach(
  raw: Raw,
  owner: FieldsOwner,
  known: ReadonlySet<string>,
  context: BuildContext,
): void {
  for (const [name, field] of listMemberEntries(raw)) {
    if (!known.has(name) && !name.startsWith("x-")) {
      const similar = askDidYouMean(name, known);
      reportProblem(context, field, {
        // A name close to a known one is probably a mistake. Any other name may be meant for another tool.
        ...(similar === "" ? unknown : misspelt),
        detail: name,
        message: `OpenAPI has no field \`${name}\` in ${articles[owner]} ${owner}, so it is ignored.`,
        fix: `${similar}Correct its name, or begin it with \`x-\` when it is for your own tools.`,
      });
    }
  }
}

const unknown = { severity: "loss", code: "unknown-field" } as const;
const misspelt = { severity: "warning", code: "misspelt-field" } as const;

const articles: Readonly<Record<FieldsOwner, "a" | "an" | "the">> = {
  document: "a",
  components: "the",
  "path item": "a",
  operation: "an",
  parameter: "a",
  header: "a",
  "request body": "a",
  response: "a",
  "media type": "a",
  encoding: "an",
};

function set(names: string): ReadonlySet<string> {
  return new Set(["$ref", ...names.split(" ")]);
}

const ofHeaders =
  "description required deprecated style explode allowReserved schema example examples content";

/**
 * The fields of OpenAPI 3.0, 3.1 and 3.2 together (section 4.8), because a document may use fields of a later version
 * than it declares.
 */
export const openApiFields: Readonly<Record<FieldsOwner, ReadonlySet<string>>> = {
  document: set(
    "openapi $self info jsonSchemaDialect servers paths webhooks components security tags externalDocs",
  ),
  components: set(
    "schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems mediaTypes",
  ),
  "path item": set(
    `summary description servers parameters additionalOperations ${methods.join(" ")}`,
  ),
  operation: set(
    "tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security servers",
  ),
  parameter: set(`name in allowEmptyValue ${ofHeaders}`),
  header: set(`${ofHeaders} allowEmptyValue`),
  "request body": set("description content required"),
  response: set("summary description headers content links"),
  "media type": set("schema itemSchema example examples encoding prefixEncoding itemEncoding"),
  encoding: set(
    "contentType headers encoding prefixEncoding itemEncoding style explode allowReserved",
  ),
};
