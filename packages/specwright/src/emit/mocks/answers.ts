import type { Diagnostic } from "../../diagnostic.ts";
import { isKeptOut } from "../../document/model/directions/kept-out.ts";
import type { Header, MediaType, Operation, Response, Schema } from "../../document/model/model.ts";
import { findMismatch } from "../mismatches/find-mismatch.ts";
import { chooseMediaType, classifyMediaType } from "../shared/bodies/media-kind.ts";
import { describeStreamItem, findStreamFormat } from "../shared/bodies/stream-item.ts";
import { listSuccesses } from "../shared/bodies/successes.ts";
import { type MocksPlan, warnUnmade } from "./plan.ts";
import { buildRecipe } from "./recipes/building/build-recipe.ts";
import { flattenParts } from "./recipes/building/flat-parts.ts";
import { proveRecipe } from "./recipes/prove-recipes.ts";
import type { Recipe } from "./recipes/recipe.ts";
import { fitsSchema } from "./recipes/repair-recipe.ts";
import { sampleRecipe } from "./recipes/run-recipe.ts";

/** How the body of an answer is made. */
export type AnswerBody =
  /** An example of the document. */
  | { readonly kind: "example"; readonly value: unknown }
  | { readonly kind: "recipe"; readonly recipe: Recipe }
  /** A file, of which only the media type is known. */
  | { readonly kind: "blob" }
  | { readonly kind: "unmade" };

/** A documented answer, as its mock makes it. */
export interface PlannedAnswer {
  /** As the document has it: `200`, `4XX`, `default`. */
  readonly status: string;
  readonly mediaType?: MediaType;
  readonly body?: AnswerBody;
  readonly headers: Readonly<Record<string, unknown>>;
}

/**
 * Plans the answers of an operation.
 *
 * @param validated the operation with the schemas that validators of responses have, which refuse `writeOnly` members
 */
export function planAnswers(
  operation: Operation,
  validated: Operation,
  plan: MocksPlan,
  report: (diagnostic: Diagnostic) => void,
): readonly PlannedAnswer[] {
  return [...operation.responses].map(([status, { value }]) => {
    const mediaType = operation.method === "head" ? undefined : chooseMediaType(value.content);
    const content = validated.responses.get(status)?.value.content ?? [];
    const same = content.find((each) => each.mediaType === mediaType?.mediaType);
    const body = mediaType && planBody(mediaType, same ?? mediaType, plan);
    if (body?.kind === "unmade") {
      report(
        warnUnmade(
          mediaType?.schema ?? value,
          `the answer ${status} of the operation \`${operation.name}\``,
        ),
      );
    }
    return {
      status,
      ...(mediaType && { mediaType }),
      ...(body && { body }),
      headers: sampleHeaders(value, plan),
    };
  });
}

function planBody(mediaType: MediaType, validated: MediaType, plan: MocksPlan): AnswerBody {
  const kind = classifyMediaType(mediaType.mediaType);
  if (findStreamFormat(mediaType.mediaType) !== undefined) {
    return planStream(mediaType, plan);
  }
  const [example] = listExamples(mediaType).filter((value) =>
    kind === "json"
      ? validated.schema === undefined || isExample(value, validated.schema, plan)
      : typeof value === "string",
  );
  if (example !== undefined) {
    return { kind: "example", value: example };
  }
  if (kind === "text" || kind === "form") {
    return { kind: "recipe", recipe: makeText(mediaType, plan) };
  }
  if (kind !== "json") {
    return { kind: "blob" };
  }
  const { schema } = mediaType;
  if (schema === undefined) {
    return { kind: "example", value: {} };
  }
  const { recipes, recipeContext } = plan;
  const recipe = proveRecipe(
    buildRecipe(schema, recipeContext),
    schema,
    recipes,
    recipeContext.judge,
  );
  return recipe === undefined ? { kind: "unmade" } : { kind: "recipe", recipe };
}

/** The examples of a media type, of its schema, and of the component that the schema is. */
function listExamples({ examples, schema }: MediaType): readonly unknown[] {
  return [
    ...examples.values(),
    ...(schema?.examples ?? []),
    ...(schema?.ref?.target.examples ?? []),
  ];
}

function isExample(value: unknown, schema: Schema, { recipeContext }: MocksPlan): boolean {
  const judge = { ...recipeContext.judge, steps: { left: 100_000 } };
  return findMismatch(value, schema, "response", judge) === undefined;
}

function makeText({ schema }: MediaType, { recipes, recipeContext }: MocksPlan): Recipe {
  const recipe = schema && buildRecipe(schema, recipeContext);
  const proven = recipe && proveRecipe(recipe, schema, recipes, recipeContext.judge);
  const isText = proven && sampleRecipe(proven, recipes)?.every((each) => typeof each === "string");
  return isText === true ? proven : { kind: "plain", name: "fakeWords" };
}

/** Two or three items. Of events, only the data is made and its type, because `retry` would change how a client behaves. */
function planStream(mediaType: MediaType, { recipes, recipeContext }: MocksPlan): AnswerBody {
  const { schema } = describeStreamItem(mediaType);
  const item: Recipe =
    schema === undefined
      ? { kind: "object", members: new Map() }
      : buildRecipe(schema, recipeContext);
  if (findStreamFormat(mediaType.mediaType) === "events" && item.kind === "object") {
    for (const name of ["id", "retry", ...(describeStreamItem(mediaType).data ? ["event"] : [])]) {
      item.members.delete(name);
    }
  }
  const proven =
    schema === undefined ? item : proveRecipe(item, schema, recipes, recipeContext.judge);
  return proven === undefined
    ? { kind: "unmade" }
    : { kind: "recipe", recipe: { kind: "list", item: proven, least: 2, most: 3 } };
}

/** Headers that follow from the body. An example of another length would let a client wait for the rest. */
const ownHeaders: ReadonlySet<string> = new Set([
  ...["content-type", "content-length", "content-encoding"],
  ...["transfer-encoding", "connection"],
]);

/** Values of the headers that an answer requires, or that the document has an example of. */
function sampleHeaders({ headers }: Response, plan: MocksPlan): Readonly<Record<string, unknown>> {
  const entries = [...headers].flatMap(([name, { value }]): [string, unknown][] => {
    const sample = sampleHeader(value, plan);
    const isSent = value.required || value.examples.size > 0 || name.toLowerCase() === "location";
    return isSent && sample !== undefined && !ownHeaders.has(name.toLowerCase())
      ? [[name, sample]]
      : [];
  });
  return Object.fromEntries(entries);
}

function sampleHeader(
  { schema, examples }: Header,
  { recipes, recipeContext }: MocksPlan,
): string | number | boolean | undefined {
  const recipe = buildRecipe(schema, recipeContext);
  const made = sampleRecipe(recipe, recipes, [1]) ?? [];
  const found = [...examples.values(), ...made].find(
    (value) => isScalar(value) && fitsSchema(value, schema, recipeContext.judge),
  );
  return isScalar(found) ? found : undefined;
}

function isScalar(value: unknown): value is string | number | boolean {
  // Other characters are not allowed in headers.
  return typeof value === "string"
    ? /^[\x20-\x7e]*$/.test(value)
    : ["number", "boolean"].includes(typeof value);
}

/** The status of the usual answer: of success if there is one. */
export function chooseStatus(operation: Operation): number {
  const [status = [...operation.responses.keys()][0] ?? "200"] = listSuccesses(operation).map(
    ([each]) => each,
  );
  return readStatus(status);
}

/** A status that an entry of the document includes: 404 for `404`, 400 for `4XX` and 200 for `default`. */
function readStatus(status: string): number {
  return /^\d{3}$/.test(status)
    ? Number(status)
    : /^\dXX$/.test(status)
      ? Number(`${status[0]}00`)
      : 200;
}

/** Returns whether bodies of success may look like answers with a status: `{ status: 1, body: "" }`. */
export function looksLikeAnswer(operation: Operation): boolean {
  return listSuccesses(operation)
    .flatMap(([, { content }]) => content)
    .some(({ schema }) => schema !== undefined && mayBeAnswer(schema));
}

const answerMembers: ReadonlySet<string> = new Set(["status", "body", "headers", "mediaType"]);

function mayBeAnswer(schema: Schema): boolean {
  const { parts, alternatives } = flattenParts([schema]);
  const statuses = parts.flatMap(({ properties }) => properties?.get("status") ?? []);
  const types = statuses.flatMap((each) => flattenParts([each]).parts.map((part) => part.types));
  const isNumber = types.some((each) =>
    each?.some((type) => type === "integer" || type === "number"),
  );
  const required = parts.flatMap((part) =>
    (part.required ?? []).filter((name) => {
      const property = part.properties?.get(name);
      return property === undefined || !isKeptOut(property, "response");
    }),
  );
  return (
    (isNumber && required.every((name) => answerMembers.has(name))) ||
    alternatives.some(({ list }) => list.some(mayBeAnswer))
  );
}
