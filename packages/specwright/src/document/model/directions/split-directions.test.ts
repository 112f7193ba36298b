import { expect, test } from "vitest";
import { buildModelFrom } from "../../../../test/build-model-from.ts";
import type { Model, Schema } from "../model.ts";
import { type SplitOptions, splitDirections } from "./split-directions.ts";

const forTypes: SplitOptions = { for: "types", hasDefaults: true };
const accepting: SplitOptions = { for: "validation", readOnly: "accept" };
const refusing: SplitOptions = { for: "validation", readOnly: "refuse" };

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const content = (schema: object) => ({ content: { "application/json": { schema } } });

/** A document with one operation that sends and receives the schema `A`. */
function buildBothWays(schemas: Readonly<Record<string, object>>): Model {
  const responses = { "200": { description: "ok", ...content(reference("A")) } };
  const post = { requestBody: content(reference("A")), responses };
  return buildModelFrom({ paths: { "/a": { post } }, components: { schemas } });
}

/** The schema of the operation's request. */
function findRequestSchema({ operations: [operation] }: Model): Schema | undefined {
  return operation?.requestBody?.value.content[0]?.schema?.ref?.target;
}

/** The schema of the operation's answer. */
function findAnswerSchema({ operations: [operation] }: Model): Schema | undefined {
  return operation?.responses.get("200")?.value.content[0]?.schema?.ref?.target;
}

const id = { type: "integer", readOnly: true };
const secret = { type: "string", writeOnly: true };

test("a document without anything that differs stays the very same object", () => {
  const model = buildBothWays({ A: { properties: { a: { type: "string" } } } });
  for (const options of [forTypes, accepting, refusing]) {
    expect(splitDirections(model, options)).toBe(model);
  }
});

test("read-only properties that nothing requires change nothing where they are accepted", () => {
  const model = buildBothWays({ A: { properties: { id } } });
  expect(splitDirections(model, accepting)).toBe(model);
  expect(splitDirections(model, refusing)).not.toBe(model);
});

test("a property that one schema calls read-only and another describes without it is optional in requests", () => {
  const base = { properties: { type: { type: "string", readOnly: true }, id } };
  const own = { required: ["type"], properties: { type: { type: "string", enum: ["full"] } } };
  const model = buildBothWays({ A: { allOf: [base, own] } });
  const parts = findRequestSchema(splitDirections(model, forTypes))?.allOf;
  expect(parts?.map(({ properties }) => [...(properties?.keys() ?? [])])).toEqual([[], ["type"]]);
  expect(parts?.map(({ required = [] }) => required)).toEqual([[], []]);
});

test("a variant of a schema in the middle of another is named after its whole place", () => {
  const model = buildBothWays({
    A: { allOf: [{ $ref: "#/components/schemas/B/allOf/0" }] },
    B: { allOf: [{ properties: { id } }] },
  });
  expect([...splitDirections(model, forTypes).components.schemas.keys()]).toEqual(
    expect.arrayContaining(["ARequest", "B_allOf_0Request"]),
  );
});

test("schemas that no operation reaches are left alone", () => {
  const model = buildBothWays({ A: {}, B: { required: ["id"], properties: { id } } });
  for (const options of [forTypes, accepting, refusing]) {
    expect(splitDirections(model, options)).toBe(model);
  }
});

test("a direction in which nothing differs keeps the component", () => {
  const model = buildBothWays({ A: { required: ["id"], properties: { id } } });
  const split = splitDirections(model, accepting);
  expect(findRequestSchema(split)?.required).toEqual([]);
  expect(findAnswerSchema(split)).toBe(model.components.schemas.get("A"));
  expect(split.components).toBe(model.components);
});

test("variants for types are components behind the whole ones, and never take another's name", () => {
  const model = buildBothWays({
    A: { required: ["id"], properties: { id, secret } },
    ARequest: { type: "string" },
    B: {},
  });
  const { schemas } = splitDirections(model, forTypes).components;
  expect([...schemas.keys()]).toEqual(["A", "ARequest2", "AResponse", "ARequest", "B"]);
  expect(schemas.get("A")).toBe(model.components.schemas.get("A"));
  expect([...(schemas.get("ARequest2")?.properties?.keys() ?? [])]).toEqual(["secret"]);
  expect([...(schemas.get("AResponse")?.properties?.keys() ?? [])]).toEqual(["id"]);
});

test("circles lead back to the variant", () => {
  const model = buildBothWays({ A: { required: ["id"], properties: { id, a: reference("A") } } });
  const request = findRequestSchema(splitDirections(model, forTypes));
  expect(request?.properties?.get("a")?.ref?.target).toBe(request);
});

test("a property that one schema keeps out of requests is not required by another schema of the same value", () => {
  const model = buildBothWays({
    A: { allOf: [reference("Marking"), reference("Naming")], required: ["id"] },
    Marking: { properties: { id } },
    Naming: { required: ["id", "name"], properties: { id: { minimum: 1 }, name: {} } },
  });
  const { schemas } = splitDirections(model, forTypes).components;
  const naming = schemas.get("NamingRequestWithoutId");
  expect(naming?.required).toEqual(["name"]);
  expect([...(naming?.properties?.keys() ?? [])]).toEqual(["id", "name"]);
  expect(schemas.get("ARequest")?.required).toEqual([]);
});

test("a property that one alternative keeps out stays in the other alternatives", () => {
  const model = buildBothWays({
    A: { oneOf: [reference("Marking"), reference("Naming")] },
    Marking: { properties: { id } },
    Naming: { required: ["id"], properties: { id: { type: "string" } } },
  });
  const { schemas } = splitDirections(model, forTypes).components;
  const [marking, naming] = schemas.get("ARequest")?.oneOf ?? [];
  expect(marking?.ref?.name).toBe("MarkingRequest");
  expect(naming?.ref?.target).toBe(model.components.schemas.get("Naming"));
});

test("conditions are not changed", () => {
  const not = { required: ["id"] };
  const [B, keyword] = [reference("B"), "then"];
  const model = buildBothWays({
    A: { required: ["id"], properties: { id }, not, if: B, [keyword]: B },
    B: { required: ["id"] },
  });
  const request = findRequestSchema(splitDirections(model, accepting));
  expect(request?.not?.required).toEqual(["id"]);
  expect(request?.if?.ref?.target.required).toEqual(["id"]);
  expect(request?.then?.ref?.target.required).toEqual([]);
});

test("properties of a pattern and of any other name are kept out like named ones", () => {
  const A = { patternProperties: { "^x-": secret }, additionalProperties: secret };
  const refused = findAnswerSchema(splitDirections(buildBothWays({ A }), accepting));
  expect(refused?.patternProperties?.get("^x-")?.boolean).toBe(false);
  expect(refused?.additionalProperties?.boolean).toBe(false);
  const omitted = findAnswerSchema(splitDirections(buildBothWays({ A }), forTypes));
  expect(omitted?.patternProperties?.size).toBe(0);
  expect(omitted?.additionalProperties).toBeUndefined();
});

test("a property that is both read-only and write-only is in both directions", () => {
  const A = { required: ["id"], properties: { id: { readOnly: true, writeOnly: true } } };
  const model = buildBothWays({ A });
  expect(splitDirections(model, refusing).operations).toEqual(model.operations);
});

test("a discriminator chooses variants, by the values that choose the whole ones", () => {
  const model = buildBothWays({
    A: {
      oneOf: [reference("Cat"), reference("Dog"), reference("Bird")],
      discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat" } },
    },
    Cat: { type: "object", properties: { kind: {}, id } },
    Dog: { type: "object", properties: { kind: {}, id } },
    Bird: { type: "object", properties: { kind: {} } },
  });
  const request = findRequestSchema(splitDirections(model, forTypes));
  const entries = [["cat", "CatRequest"] as const, ["Dog", "DogRequest"] as const];
  expect(request?.discriminator?.mapping).toEqual(new Map(entries));
});

test("a discriminator of a schema that others extend chooses the variants that are there", () => {
  const model = buildBothWays({
    A: { properties: { pet: reference("Pet"), cat: reference("Cat") } },
    Pet: {
      properties: { kind: { type: "string" }, id },
      discriminator: { propertyName: "kind", mapping: { dog: "#/components/schemas/Dog" } },
    },
    Cat: { allOf: [reference("Pet")] },
    Dog: { allOf: [reference("Pet")] },
  });
  const { schemas } = splitDirections(model, forTypes).components;
  const mapping = schemas.get("PetRequest")?.discriminator?.mapping;
  expect(mapping).toEqual(new Map([["Cat", "CatRequest"]]));
});

test("a discriminator whose property is kept out goes", () => {
  const kind = { type: "string", readOnly: true };
  const model = buildBothWays({
    A: { oneOf: [reference("Cat")], discriminator: { propertyName: "kind" } },
    Cat: { type: "object", properties: { kind } },
  });
  expect(findRequestSchema(splitDirections(model, forTypes))?.discriminator).toBeUndefined();
});

test("with types apart, schemas with optional defaults have a variant for requests", () => {
  const model = buildBothWays({ A: { properties: { a: { default: 1 } } } });
  const { schemas } = splitDirections(model, forTypes).components;
  expect([...schemas.keys()]).toEqual(["A", "ARequest"]);
  expect(splitDirections(model, { for: "types", hasDefaults: false })).toBe(model);
});

test("callbacks come from the owner, like answers", () => {
  const called = { requestBody: content(reference("A")), responses: {} };
  const post = { callbacks: { done: { "{$url}": { post: called } } }, responses: {} };
  const model = buildModelFrom({
    paths: { "/a": { post } },
    components: { schemas: { A: { required: ["id", "secret"], properties: { id, secret } } } },
  });
  const [operation] = splitDirections(model, accepting).operations;
  const sent = operation?.callbacks[0]?.pathItems[0]?.operations[0];
  const schema = sent?.requestBody?.value.content[0]?.schema?.ref?.target;
  expect(schema?.required).toEqual(["id"]);
  expect(schema?.properties?.get("secret")?.boolean).toBe(false);
});

test("names of variants have no doubled words", () => {
  const schemas = {
    A: { properties: { made: reference("MadeResponse"), sent: reference("SentRequest") } },
    MadeResponse: { properties: { secret } },
    SentRequest: { properties: { id } },
  };
  const names = [...splitDirections(buildBothWays(schemas), forTypes).components.schemas.keys()];
  expect(names).toEqual(
    expect.arrayContaining(["MadeResponseOutput", "SentRequestInput", "ARequest", "AResponse"]),
  );
  expect(names.filter((name) => /(Request|Response)\1/.test(name))).toEqual([]);
});
