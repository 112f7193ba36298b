import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import {
  isObject,
  listOperations,
  type OpenApiDocument,
  resolve,
} from "../../scripts/support/document.ts";
import { bundleTheDocument } from "../support/document.ts";

let document: OpenApiDocument;
let ajv: Ajv2020;

beforeAll(async () => {
  ({ document } = await bundleTheDocument());
  ajv = createAjv(document);
});

/** Ajv with every component schema at `doc#/components/schemas/…`. */
function createAjv(source: OpenApiDocument): Ajv2020 {
  const instance = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(instance);
  instance.addSchema({ ...source, $id: "doc" });
  return instance;
}

/** A media type object of the document, and its place. */
interface Body {
  readonly place: string;
  readonly pointer: string;
  readonly media: Record<string, unknown>;
}

function listBodies(source: OpenApiDocument): Body[] {
  return listOperations(source).flatMap(({ method, path, operation }) => {
    const base = `/paths/${escapePointer(path)}/${method}`;
    const answers = Object.entries(operation.responses).map(
      ([status, use]): [string, unknown, string] => [
        `${operation.operationId} ${status}`,
        use,
        `${base}/responses/${status}`,
      ],
    );
    return [
      ...listContents(
        source,
        `${operation.operationId} request`,
        operation.requestBody,
        `${base}/requestBody`,
      ),
      ...answers.flatMap(([place, use, pointer]) => listContents(source, place, use, pointer)),
    ];
  });
}

function listContents(
  source: OpenApiDocument,
  place: string,
  use: unknown,
  pointer: string,
): Body[] {
  const reference = isObject(use) && typeof use.$ref === "string" ? use.$ref.slice(1) : pointer;
  const content = resolve(source, use).content;
  if (!isObject(content)) {
    return [];
  }
  return Object.entries(content).map(([mediaType, media]) => ({
    place: `${place} ${mediaType}`,
    pointer: `${reference}/content/${escapePointer(mediaType)}/schema`,
    media: resolve(source, media),
  }));
}

function escapePointer(key: string): string {
  return encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));
}

function resolveExamples(
  source: OpenApiDocument,
  media: Record<string, unknown>,
): [string, unknown][] {
  if (!isObject(media.examples)) {
    return [];
  }
  return Object.entries(media.examples).map(([name, example]) => [
    name,
    resolve(source, example).value,
  ]);
}

describe("the examples of the bundled document", () => {
  test("exist for every request and every answer that has a body", () => {
    const bodies = listBodies(document);
    expect(bodies.length).toBeGreaterThan(700);
    expect(
      bodies
        .filter(({ media }) => resolveExamples(document, media).length === 0)
        .map(({ place }) => place),
    ).toEqual([]);
  });

  test("are valid by Ajv, which did not write them", () => {
    const wrong = listBodies(document).flatMap(({ place, pointer, media }) => {
      const validate = ajv.getSchema(`doc#${pointer}`);
      if (!validate) {
        return [`${place}: no schema at ${pointer}`];
      }
      return resolveExamples(document, media)
        .filter(([, value]) => !validate(value))
        .map(([name]) => `${place} ${name}: ${ajv.errorsText(validate.errors)}`);
    });
    expect(wrong).toEqual([]);
  });

  test("are found to be wrong when one of them is", () => {
    const broken = structuredClone(document);
    const toolkit = broken.components.examples?.ToolkitList?.value;
    if (!isObject(toolkit) || !Array.isArray(toolkit.items)) {
      throw new Error("the example ToolkitList is not there");
    }
    delete toolkit.items[0].slug;
    const validate = createAjv(broken).getSchema("doc#/components/schemas/ToolkitList");
    expect(validate?.(toolkit)).toBe(false);
  });
});

describe("the errors", () => {
  test("have codes, slugs and statuses that agree, each only once", () => {
    const entries = Object.entries(document.components.examples ?? {}).flatMap(
      ([name, example]) => {
        const value = isObject(example.value) ? example.value.error : undefined;
        return isObject(value) && "slug" in value ? [{ name, ...value }] : [];
      },
    );
    expect(entries.length).toBeGreaterThan(80);
    const codes = entries.map((entry) => Reflect.get(entry, "code"));
    expect(new Set(codes).size).toBe(codes.length);
    expect(entries.filter((entry) => Reflect.get(entry, "slug") !== entry.name)).toEqual([]);
  });

  test("are listed under the status that they carry", () => {
    const wrong = listBodies(document).flatMap(({ place, media }) => {
      const status = Number(place.split(" ")[1]);
      if (!(status >= 400)) {
        return [];
      }
      return resolveExamples(document, media).flatMap(([name, value]) => {
        const error = isObject(value) && isObject(value.error) ? value.error : undefined;
        // Validation_Failed is 400. Only the list of connected accounts documents 422 for it, as the API document does.
        const same = error?.status === status || (name === "Validation_Failed" && status === 422);
        // Errors of the Model Context Protocol have codes below zero, and carry no status.
        const isOfProtocol = Number(error?.code) < 0 && error?.status === undefined;
        return error && !same && !isOfProtocol
          ? [`${place}: ${name} has ${String(error.status)}`]
          : [];
      });
    });
    expect(wrong).toEqual([]);
  });
});
