import { isEqual, isObject } from "@specwright/runtime/v1/values";
import type { Operation } from "specwright";
import { judgeAnswer } from "../../../packages/specwright/src/verify/answers/judge-answer.ts";
import { fitsDocument } from "../../../packages/specwright/src/verify/requests/fits-document.ts";
import { makeValue } from "../../../packages/specwright/src/verify/values/make-value.ts";
import { createRandom } from "../../../packages/specwright/src/verify/values/random.ts";
import type { HandlerInput, Side } from "./create-side.ts";
import { listValues } from "./list-values.ts";

/** How many values are made of each schema. Each is also spoilt in every way. */
const rounds = 12;

/**
 * Lets the client of one document call the router of another one.
 *
 * @returns the first refusal: a request that the client's document allows and the router refuses, or an answer
 * that is right for the router's document and does not fit the client's; undefined without a refusal
 */
export async function findRefusal(client: Side, router: Side): Promise<string | undefined> {
  for (const operation of client.model.operations) {
    const other = findOther(operation, router);
    for (const answer of listAnswers(operation, other, router)) {
      for (const input of listInputs(operation, other, client)) {
        const refusal = await exchange(operation, input, answer, client, router);
        if (refusal !== undefined) {
          return refusal;
        }
      }
    }
  }
  return undefined;
}

/** The operation with the same method and path. */
function findOther({ method, path }: Operation, { model }: Side): Operation | undefined {
  return model.operations.find((each) => each.method === method && each.path === path);
}

interface Answer {
  readonly status: number;
  readonly mediaType?: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

async function exchange(
  operation: Operation,
  input: SentInput,
  answer: Answer,
  client: Side,
  router: Side,
): Promise<string | undefined> {
  let isHandled = false;
  let refusal: string | undefined;
  const serve = router.createRouter((given) => {
    isHandled = true;
    const lost = findLost(input, given);
    refusal = lost === undefined ? undefined : `request read without the sent \`${lost}\``;
    return answer;
  });
  await client
    .call(operation.name, input, async (request) => {
      const response = await serve(request);
      const body = Buffer.from(await response.clone().arrayBuffer());
      if (!isHandled) {
        refusal = `request refused with ${response.status}`;
      } else if (refusal === undefined && response.status === answer.status) {
        const read = { status: response.status, headers: response.headers, body };
        const validators = { operations: client.validators, explain: () => ["another value"] };
        const [problem] = judgeAnswer(operation, request.method, read, validators);
        refusal = problem && `answer refused: ${problem.check}`;
      }
      return response;
    })
    // Failures are answers too, and the client throws them.
    .catch(() => undefined);
  return refusal;
}

/** The flat input of a function of the client. */
type SentInput = Readonly<Record<string, unknown>>;

/** The name of a sent value that the handler did not get. Names may differ, since a renamed path parameter is the same. */
function findLost(
  { body, contentType: _, ...parameters }: SentInput,
  { path, query, header, cookie, body: read }: HandlerInput,
): string | undefined {
  const got = [path, query, header, cookie].flatMap((values) => Object.values(values ?? {}));
  const { header: grouped, ...flat } = parameters;
  const lost = Object.entries({ ...flat, ...(isObject(grouped) ? grouped : {}) }).find(
    ([, value]) =>
      value !== undefined && !got.some((each) => isEqual(each, value) || isEqual(each, [value])),
  );
  if (lost !== undefined) {
    return lost[0];
  }
  return isObject(body) && Object.keys(body).some((name) => !isObject(read) || !(name in read))
    ? "body"
    : undefined;
}

/** Inputs that the client's document allows, also at the edges of the router's document. */
function listInputs(operation: Operation, other: Operation | undefined, client: Side): SentInput[] {
  const random = createRandom(1, operation.name);
  const media = operation.requestBody?.value.content ?? [];
  const inputs: SentInput[] = [];
  const target = { model: client.model, url: "http://api.example.com", secrets: {}, headers: [] };
  const validators = { operations: client.validators, explain: () => [] };
  for (let round = 0; round < rounds; round += 1) {
    const fullness = (["least", "most", "some"] as const)[round % 3] ?? "some";
    const making = { random, fullness };
    const parameters = new Map(
      operation.parameters
        .filter(({ value }) => value.required || fullness !== "least")
        .map(({ value }) => [value, makeValue(value.schema, making)] as const),
    );
    const named: Record<string, unknown> = {};
    for (const [{ name, in: place }, value] of parameters) {
      // The client groups names that are not identifiers by their place.
      Object.assign(named, /^\w+$/.test(name) ? { [name]: value } : { [place]: { [name]: value } });
    }
    const isBodyLeftOut = operation.requestBody?.value.required !== true && fullness === "least";
    const bodies = media.flatMap((mediaType) => {
      const there = other?.requestBody?.value.content.find(
        (each) => each.mediaType === mediaType.mediaType,
      );
      return listValues(mediaType.schema, there?.schema, making).map((value) => ({
        mediaType,
        value,
      }));
    });
    const all = isBodyLeftOut || bodies.length === 0 ? [undefined] : bodies;
    for (const body of all) {
      const sent = { operation, title: "", expected: "success" as const, parameters };
      const whole = body === undefined ? sent : { ...sent, body };
      if (fitsDocument(whole, target, validators) !== false) {
        const contentType = media.length > 1 ? { contentType: body?.mediaType.mediaType } : {};
        inputs.push({ ...named, ...(body && { body: body.value, ...contentType }) });
      }
    }
  }
  return inputs;
}

/** Answers that the router's document allows. */
function listAnswers(
  operation: Operation,
  other: Operation | undefined,
  router: Side,
): readonly Answer[] {
  const random = createRandom(2, operation.name);
  const answers = [...(other?.responses ?? [])].flatMap(([key, { value: response }]) => {
    const status = /^\d+$/.test(key) ? Number(key) : 500;
    const headerSets = [true, false].map((isWhole) =>
      Object.fromEntries(
        [...response.headers]
          .filter(([, { value }]) => isWhole || value.required)
          .map(([name, { value }]) => [
            name,
            makeValue(value.schema, { random, fullness: "most" }),
          ]),
      ),
    );
    const bodies = response.content.flatMap(({ mediaType, schema }) => {
      const before = operation.responses
        .get(key)
        ?.value.content.find((each) => each.mediaType === mediaType)?.schema;
      const judge = router.validators[other?.name ?? ""]?.responses[key]?.[mediaType];
      return Array.from({ length: rounds }).flatMap((_, round) => {
        const fullness = (["least", "most", "some"] as const)[round % 3] ?? "some";
        return listValues(schema, before, { random, fullness })
          .filter((body) => judge?.safeParse(body).success !== false && body !== undefined)
          .map((body) => ({ status, headers: headerSets[round % 2] ?? {}, mediaType, body }));
      });
    });
    return response.content.length === 0
      ? headerSets.map((headers) => ({ status, headers }))
      : bodies;
  });
  const unique = new Map(answers.map((answer) => [JSON.stringify(answer), answer]));
  return unique.size === 0 ? [{ status: 200, headers: {} }] : [...unique.values()];
}
