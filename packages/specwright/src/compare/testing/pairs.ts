import { type Document, type DocumentPair, documentPairs } from "./document-pairs.ts";
import {
  componentPairs,
  componentsOfPairs,
  directedPairs,
  type SchemaPair,
  schemaPairs,
} from "./schema-pairs.ts";

/** A document whose requests or responses have the schema as property `x` of a body. */
function wrap(schema: unknown, direction: string): Document {
  const body = {
    "application/json": {
      schema: { type: "object", properties: { x: schema }, required: ["x"] },
    },
  };
  const used = Object.keys(componentsOfPairs).map((name) => ({
    $ref: `#/components/schemas/${name}`,
  }));
  const isUsed = JSON.stringify(schema)?.includes("#/components") === true;
  const operation =
    direction === "request"
      ? {
          requestBody: { required: true, content: body },
          responses: { "204": { description: "ok" } },
        }
      : { responses: { "200": { description: "ok", content: body } } };
  return {
    paths: { "/things": { post: { operationId: "addThing", ...operation } } },
    ...(isUsed ? { components: { schemas: { ...componentsOfPairs, All: { anyOf: used } } } } : {}),
  };
}

function wrapPair([before, after]: SchemaPair, direction: string): DocumentPair {
  return [wrap(before, direction), wrap(after, direction)];
}

const both = Object.entries({ ...schemaPairs, ...componentPairs }).flatMap(([row, pair]) =>
  ["request", "response"].map((direction): readonly [string, DocumentPair] => [
    `${direction}-${row}`,
    wrapPair(pair, direction),
  ]),
);

const directed = Object.entries(directedPairs).map(
  ([kind, pair]): readonly [string, DocumentPair] => [
    kind,
    wrapPair(pair, kind.split("-", 1)[0] ?? ""),
  ],
);

/** A pair of documents for each kind of change. */
export const pairs: ReadonlyMap<string, DocumentPair> = new Map([
  ...Object.entries(documentPairs),
  ...both,
  ...directed,
]);
