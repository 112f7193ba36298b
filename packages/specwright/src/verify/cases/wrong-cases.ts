import type { Operation, Parameter } from "../../document/model/model.ts";
import { classifyMediaType, getMediaEssence } from "../../emit/shared/bodies/media-kind.ts";
import type { Case, ValueBody } from "../case.ts";
import { fitsDocument } from "../requests/fits-document.ts";
import type { Random } from "../values/random.ts";
import { spoilValue } from "../values/spoil-value.ts";
import { type CaseContext, type Input, makeInput } from "./make-input.ts";

/** The maximum number of faults that are tried for one parameter and for one body. */
const most = { parameter: 10, body: 60 };

/** Requests with exactly one fault: in a parameter, in the body, or in its media type. */
export function* makeWrongCases(
  operation: Operation,
  random: Random,
  context: CaseContext,
): Generator<Case, void, undefined> {
  const whole = makeInput(operation, { random, fullness: "most" }, context);
  const input = whole ?? makeInput(operation, { random, fullness: "least" }, context);
  if (input === undefined) {
    return;
  }
  for (const { value: parameter } of operation.parameters) {
    yield* keepWrong(
      makeParameterFaults(operation, parameter, input, random),
      most.parameter,
      context,
    );
  }
  const { body } = input;
  if (body !== undefined && !("content" in body)) {
    yield* keepWrong(makeBodyFaults(operation, input, body, random), most.body, context);
    yield* makeMediaTypeFaults(operation, input, body);
  }
}

/** The cases that a validator rejects, up to a maximum number. */
function* keepWrong(
  cases: Iterable<Case>,
  count: number,
  { target, validators }: CaseContext,
): Generator<Case, void, undefined> {
  let kept = 0;
  for (const each of cases) {
    if (kept < count && fitsDocument(each, target, validators) === false) {
      kept += 1;
      yield each;
    }
  }
}

function* makeParameterFaults(
  operation: Operation,
  parameter: Parameter,
  { parameters, body }: Input,
  random: Random,
): Generator<Case, void, undefined> {
  const name = `the ${parameter.in} parameter \`${parameter.name}\``;
  const build = (title: string, changed: ReadonlyMap<Parameter, unknown>): Case => ({
    operation,
    title,
    expected: "refused",
    parameters: changed,
    body,
  });
  if (parameter.required && parameter.in !== "path") {
    const rest = new Map(parameters);
    rest.delete(parameter);
    yield build(`without ${name}`, rest);
  }
  for (const { value, fault } of spoilValue(parameters.get(parameter), parameter.schema, random)) {
    const what = fault.replace(/^the value/, name);
    yield build(
      what === fault ? `in which ${name} has a fault: ${fault}` : `in which ${what}`,
      new Map(parameters).set(parameter, value),
    );
  }
}

function* makeBodyFaults(
  operation: Operation,
  { parameters }: Input,
  { mediaType, value }: ValueBody,
  random: Random,
): Generator<Case, void, undefined> {
  const build = (title: string, more: Partial<Case>): Case => ({
    operation,
    title,
    expected: "refused",
    parameters,
    ...more,
  });
  if (operation.requestBody?.value.required === true) {
    yield build("without a body", {});
  }
  if (mediaType.schema === undefined || classifyMediaType(mediaType.mediaType) !== "json") {
    return;
  }
  for (const spoilt of spoilValue(value, mediaType.schema, random)) {
    const fault = spoilt.fault.replace(/^the value/, "the body");
    yield build(`in whose body ${fault}`.replace("whose body the body", "which the body"), {
      body: { mediaType, value: spoilt.value },
    });
  }
}

/** A body that is not JSON, and a media type that the document does not have. */
function* makeMediaTypeFaults(
  operation: Operation,
  { parameters }: Input,
  { mediaType, value }: ValueBody,
): Generator<Case, void, undefined> {
  const names = (operation.requestBody?.value.content ?? []).map((each) =>
    getMediaEssence(each.mediaType),
  );
  const base = { operation, expected: "refused", parameters } as const;
  if (classifyMediaType(mediaType.mediaType) === "json") {
    const body = { contentType: mediaType.mediaType, content: '{"unfinished": ' };
    yield { ...base, title: "whose body is not JSON", body };
  }
  if (!names.some((name) => name.includes("*"))) {
    const content = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    const body = { contentType: "application/x-specwright", content };
    yield { ...base, title: "whose body has the media type application/x-specwright", body };
  }
}
