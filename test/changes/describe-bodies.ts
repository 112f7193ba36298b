import type {
  Model,
  Operation,
  RequestBody,
  Response,
  Schema,
  Use,
} from "../../packages/specwright/src/document/model/model.ts";
import { buildModelFrom } from "../../packages/specwright/test/build-model-from.ts";

const empty = { content: { "application/json": { schema: {} } } };
const document = {
  paths: { "/a": { post: { requestBody: empty, responses: { 200: empty } } } },
};

/**
 * A document in which each schema is the body of a request and of its answer, at `POST /0`, `POST /1` and so on. Building it
 * from text would take longer.
 */
export function describeBodies(schemas: readonly Schema[]): Model {
  const template = buildModelFrom(document);
  const operations = template.operations.flatMap((operation) =>
    schemas.map((schema, index) => describeBody(operation, schema, `/${index}`)),
  );
  return { ...template, operations };
}

function describeBody(operation: Operation, schema: Schema, path: string): Operation {
  const withSchema = <Body extends RequestBody | Response>({ value }: Use<Body>): Use<Body> => ({
    value: { ...value, content: value.content.map((media) => ({ ...media, schema })) },
  });
  const { requestBody, responses } = operation;
  return {
    ...operation,
    path,
    ...(requestBody && { requestBody: withSchema(requestBody) }),
    responses: new Map([...responses].map(([status, use]) => [status, withSchema(use)])),
  };
}
