import {
  createFormDecoder,
  createParameterDecoder,
  encodeBracketQuery,
  encodeCookies,
  encodeHeaders,
  encodePath,
  type ParameterDefinition,
} from "@specwright/runtime/v1/parameters";
import { expect, test } from "vitest";
import { responseHeaders } from "../../packages/runtime/src/v1/client/answers/response-headers.ts";
import { multipartBody } from "../../packages/runtime/src/v1/client/requests/multipart.ts";
import { createRouter } from "../../packages/runtime/src/v1/server.ts";
import type { Model, Operation } from "../../packages/specwright/src/document/model/model.ts";
import { findEncodingLosses } from "../../packages/specwright/src/emit/server/losses/encoding-losses.ts";
import { findParameterLosses } from "../../packages/specwright/src/emit/server/losses/parameter-losses.ts";
import { findTextLosses } from "../../packages/specwright/src/emit/server/losses/text-losses.ts";
import { printAcceptedBodies } from "../../packages/specwright/src/emit/server/source/body-source.ts";
import { describeHeader } from "../../packages/specwright/src/emit/server/source/header-source.ts";
import { encodeForm } from "../../packages/specwright/src/emit/shared/bodies/form-fields.ts";
import { listMultipartParts } from "../../packages/specwright/src/emit/shared/bodies/multipart-parts.ts";
import { describeParameter } from "../../packages/specwright/src/emit/shared/parameters/describe-parameter.ts";
import {
  describeOtherFields,
  listFormFields,
} from "../../packages/specwright/src/emit/shared/parameters/form-definitions.ts";
import { findNestedParameterLosses } from "../../packages/specwright/src/emit/shared/parameters/nested-parameters.ts";
import { createReadingFolder } from "../../packages/specwright/src/emit/shared/parameters/reading/fold-reading.ts";
import type { Part } from "../../packages/specwright/src/emit/shared/parameters/reading/part.ts";
import {
  findMemberPart,
  listReadTypes,
  type Reading,
} from "../../packages/specwright/src/emit/shared/parameters/reading/reading.ts";
import { makeValue } from "../../packages/specwright/src/verify/values/make-value.ts";
import { createRandom } from "../../packages/specwright/src/verify/values/random.ts";
import { buildModelFrom } from "../../packages/specwright/test/build-model-from.ts";
import { loadValidators } from "../conformance/support/load-validators.ts";
import { fc } from "../support/fast-check.ts";
import { chooseAmount, seed } from "../support/samples.ts";
import { describeCase, namePlace, type TextCase } from "./texts/carry-value.ts";
import { textCases, textComponents, textValues } from "./texts/text-schemas.ts";

const name = "value";

/** What a reader makes of a value that the client writes. Throws a TypeError when it cannot be sent. */
async function carry(operation: Operation, { place }: TextCase, value: unknown): Promise<unknown> {
  const values = { [name]: value };
  const [media] = operation.requestBody?.value.content ?? [];
  if (media !== undefined && place.in === "form") {
    const fields = listFormFields(media) as unknown as ParameterDefinition[]; // As generated code has them.
    return createFormDecoder(fields, describeOtherFields(media))(encodeForm(media, values))[name];
  }
  if (media !== undefined) {
    return readMultipart(operation, values);
  }
  const header = operation.responses.get("204")?.value.headers.get(name)?.value;
  if (header !== undefined) {
    const definition = describeHeader(name, header) as unknown as ParameterDefinition; // As above.
    const headers = encodeHeaders([definition], values);
    return responseHeaders([definition])(new Response(null, { status: 204, headers }))[name];
  }
  const definitions = operation.parameters.map(({ value: each }) => describeParameter(each));
  const headers = new Headers(place.in === "header" ? encodeHeaders(definitions, values) : []);
  const cookie = place.in === "cookie" ? encodeCookies(definitions, values) : undefined;
  if (cookie !== undefined) {
    headers.set("cookie", cookie);
  }
  const path = place.in === "path" ? encodePath(`/{${name}}`, definitions, values) : "/";
  const query = place.in === "query" ? encodeBracketQuery(definitions, values) : "";
  const url = new URL(`http://texts.example.com${path}?${query}`);
  const source = { path: { [name]: url.pathname.slice(1) }, query: url.search, headers };
  return createParameterDecoder(definitions)(source)[place.in as "query"][name];
}

async function readMultipart(operation: Operation, values: object): Promise<unknown> {
  // The generated source, as it is in the server's module.
  const body = new Function(`return ${printAcceptedBodies(operation, new Map())}`)();
  let received: Readonly<Record<string, unknown>> = {};
  const router = createRouter(
    {
      operations: [{ name: "take", method: "POST", path: "/", body, responses: { 204: [] } }],
      securitySchemes: {},
      validators: {},
    },
    {
      security: {},
      handlers: {
        take: (input: { readonly body: typeof received }) => {
          received = input.body;
          return { status: 204 };
        },
      },
    },
    {},
  );
  const request = new Request("http://texts.example.com/", {
    method: "POST",
    body: multipartBody(values) as Blob, // The encoder makes one of an object.
  });
  const { status } = await router(request, undefined);
  return status === 204 ? received[name] : `status ${status}`;
}

/** The values about which each loss says something; about its other values it says nothing. */
const concerns: Readonly<Record<string, (value: unknown, part: Part) => boolean>> = {
  untyped: hasUntyped,
  text: (value) =>
    some(value, (each) => typeof each === "string" && /^(?:true|false|-?\d.*)$/.test(each)),
  null: (value) => some(value, (each) => each === null),
  empty: (value) => some(value, (each) => isStructure(each) && Object.keys(each).length === 0),
};

function isStructure(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Returns whether the value or a part of it has some property. */
function some(value: unknown, has: (part: unknown) => boolean): boolean {
  return has(value) || (isStructure(value) && Object.values(value).some((part) => some(part, has)));
}

/** Returns whether a part of the value is no text and has no type. */
function hasUntyped(value: unknown, part: Part | undefined): boolean {
  const reading = folder.fold(part);
  const types = listReadTypes(reading);
  const isImplied =
    reading.types === undefined && [...types].every((type) => /array|object/.test(type));
  if (types.size === 0 || (reading.types === undefined && !isImplied)) {
    return typeof value !== "string";
  }
  return (
    isStructure(value) &&
    Object.entries(value).some(([key, member]) => {
      const inner = findInner(reading, value, key);
      // The router does not take members that are not described, where each is a parameter.
      return (inner === undefined && !Array.isArray(value)) || hasUntyped(member, inner);
    })
  );
}

/** Returns whether the types of the document describe a value. A list is meant by `items` alone, and no unknown member. */
function isDescribed(value: unknown, part: Part | undefined): boolean {
  const reading = folder.fold(part);
  const types = listReadTypes(reading);
  const isNumber = typeof value === "number" && (types.has("number") || types.has("integer"));
  const type =
    value === null ? "null" : Array.isArray(value) ? "array" : (typeof value as "object");
  if (types.size > 0 && !isNumber && !types.has(type)) {
    return false;
  }
  const isOpen = Array.isArray(value) || reading.properties.size + reading.patterns.size === 0;
  return (
    !isStructure(value) ||
    Object.entries(value).every(([key, member]) => {
      const found = findInner(reading, value, key);
      const isNamed = found !== undefined || isOpen || reading.properties.has(key);
      return isNamed && isDescribed(member, found);
    })
  );
}

function findInner(reading: Reading, value: object, key: string): Part | undefined {
  const { positions, items } = reading;
  return !Array.isArray(value)
    ? findMemberPart(reading, key, folder.matches)
    : Number(key) < positions.length
      ? positions[Number(key)]
      : items;
}

const folder = createReadingFolder();

interface Difference {
  readonly place: string;
  readonly schema: unknown;
  readonly value: unknown;
  readonly read: unknown;
}

interface Tried {
  readonly differences: readonly Difference[];
  readonly sent: number;
  /** Values about which no loss says anything. */
  readonly exact: number;
}

async function tryCases(cases: readonly TextCase[], samples: readonly unknown[]): Promise<Tried> {
  const components = Object.fromEntries(cases.map(({ schema }, index) => [`S${index}`, schema]));
  const model: Model = buildModelFrom({
    paths: Object.fromEntries(cases.map(describeCase)),
    components: { schemas: { ...textComponents, ...components } },
  });
  const validators = loadValidators(model);
  const nested = findNestedParameterLosses(model);
  const differences: Difference[] = [];
  let sent = 0;
  let exact = 0;
  for (const [index, one] of cases.entries()) {
    const operation = model.operations[index];
    const schema = model.components.schemas.get(`S${index}`);
    if (operation === undefined || schema === undefined) {
      throw new Error(`The document has no case ${index}.`);
    }
    const [media] = operation.requestBody?.value.content ?? [];
    if (media !== undefined && listMultipartParts(media)?.some(({ isFile }) => isFile)) {
      continue;
    }
    const beginning = `/paths/~1case${index}`;
    const losses = [
      ...nested.filter(
        ({ pointer = "" }) =>
          `${pointer}/`.startsWith(`${beginning}/`) || pointer.startsWith(`${beginning}~1`),
      ),
      ...findEncodingLosses(operation, model),
      ...findParameterLosses(operation),
      ...findTextLosses(operation),
    ];
    const made = (["least", "some", "most"] as const).map((fullness) =>
      makeValue(schema, { random: createRandom(seed, `${index}`), fullness }),
    );
    const accepted = [...made, ...samples].filter(
      (value) =>
        value !== undefined &&
        validators.schemas[`S${index}`]?.safeParse(value).success === true &&
        isDescribed(value, folder.leaf(schema)),
    );
    const part = folder.leaf(schema);
    for (const value of accepted.slice(0, 8)) {
      const read = await carry(operation, one, value).catch((error: unknown) => {
        if (error instanceof TypeError) {
          return notSent;
        }
        throw error;
      });
      const isExcused = losses.some(({ detail = "" }) => concerns[detail]?.(value, part) ?? true);
      sent += read === notSent ? 0 : 1;
      exact += read === notSent || isExcused ? 0 : 1;
      if (read !== notSent && !isExcused && !isSame(read, value)) {
        differences.push({ place: namePlace(one.place), schema: one.schema, value, read });
      }
    }
  }
  return { differences, sent, exact };
}

const notSent = Symbol("not sent");

function isSame(left: unknown, right: unknown): boolean {
  return JSON.stringify(sortMembers(left)) === JSON.stringify(sortMembers(right));
}

function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(sortMembers);
  }
  return typeof value === "object" && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .map(([key, member]) => [key, sortMembers(member)] as const)
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      )
    : value;
}

test("every value of every schema is read as it was written, or its loss is reported", {
  timeout: 3_600_000,
}, async () => {
  const count = chooseAmount(1_000, 100_000);
  const size = 250;
  const samples = fc.sample(textValues, 300);
  let sent = 0;
  let exact = 0;
  for (let from = 0; from < count; from += size) {
    const cases = fc.sample(textCases, { numRuns: size, seed: seed + from });
    const tried = await tryCases(cases, samples);
    expect(tried.differences, `SPECWRIGHT_SEED=${seed}`).toEqual([]);
    sent += tried.sent;
    exact += tried.exact;
  }
  // Most losses are real: without this, reporting everything would pass.
  expect(exact / sent).toBeGreaterThan(0.2);
});
