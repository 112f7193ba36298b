import { expect, test } from "vitest";
import { emitFiles as clientFiles, openModel } from "../../test/client-project.ts";
import { emitFiles as serverFiles } from "../../test/server-files.ts";

/** Names that generated files import or declare when they use them. */
const ours =
  "ApiError ApiPromise AsyncIterable BasicCredential BinaryBody CallOptions ClientErrorStatus ErrorStatus " +
  "ItemStream MultipartBody MultipartForm NoInput PageItem RedirectStatus ServerErrorStatus ServerSentEvent " +
  "StatusCode SuccessStatus TextBody Transport WithRequired";

const indexes =
  'components["schemas"] operations["a"] paths["/a"] webhooks["a"] WithRequired<A> z.string()';

/** A document in which every string and every name is the given one. It does not need any of the names above. */
function documentWith(description: string, names: readonly string[]): object {
  const schema = {
    type: "object",
    description,
    properties: Object.fromEntries(names.map((name) => [name, { type: "string", description }])),
  };
  const content = { "application/json": { schema } };
  const operation = {
    summary: description,
    description,
    parameters: [{ name: "p", in: "query", description, schema: { enum: names, description } }],
    requestBody: { description, content },
    responses: { 200: { description, headers: { "X-A": { description, schema } }, content } },
  };
  return {
    openapi: "3.1.0",
    info: { title: description, version: "1" },
    tags: [{ name: "t", description }],
    paths: { "/a": { post: { ...operation, operationId: "a", tags: ["t"] } } },
    webhooks: { w: { post: { ...operation, parameters: [] } } },
    components: { securitySchemes: { s: { type: "mutualTLS", description } } },
    security: [{ s: [] }],
  };
}

/** For each file, its imports and the types that are declared at its end. */
function findImports(document: object): Record<string, string[]> {
  const model = openModel(document);
  return Object.fromEntries(
    [...clientFiles(model), ...serverFiles(model)].map(({ path, content }) => [
      path,
      content.match(/^import [^;]*;|^type WithRequired/gm) ?? [],
    ]),
  );
}

test("words in the document do not change the imports and declarations of a file", () => {
  const names = ours.split(" ");
  const harmless = findImports(
    documentWith(
      "harmless",
      names.map((_, index) => `name${index}`),
    ),
  );
  expect(Object.values(harmless).flat().length).toBeGreaterThan(10);
  expect(findImports(documentWith(`${ours} ${indexes}`, names))).toEqual(harmless);
  expect(findImports(documentWith("*", ["components[", "paths[", "operations[", "z."]))).toEqual(
    harmless,
  );
});
