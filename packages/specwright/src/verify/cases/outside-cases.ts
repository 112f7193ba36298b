import { methods } from "../../document/model/methods.ts";
import type { Model, Operation } from "../../document/model/model.ts";
import type { Case } from "../case.ts";
import { chooseWay, isOpen } from "../requests/credentials.ts";
import { listPathParameters, reducePathToShape } from "../things/known-things.ts";
import type { Random } from "../values/random.ts";
import { type CaseContext, makeInput } from "./make-input.ts";

/** Requests without credentials, and with wrong ones, for an operation that requires credentials. */
export function* makeCredentialCases(
  operation: Operation,
  random: Random,
  context: CaseContext,
): Generator<Case, void, undefined> {
  if (isOpen(operation)) {
    return;
  }
  const input = makeInput(operation, { random, fullness: "least" }, context);
  if (input === undefined) {
    return;
  }
  const base = { operation, expected: "unauthorized", ...input } as const;
  yield { ...base, title: "without credentials", credentials: "none" };
  if (chooseWay(context.target.model, operation, context.target.secrets) !== undefined) {
    yield { ...base, title: "with wrong credentials", credentials: "wrong" };
  }
}

/** A request for a thing that does not exist, if the document describes the response to it. */
export function* makeMissingCases(
  operation: Operation,
  random: Random,
  context: CaseContext,
): Generator<Case, void, undefined> {
  const isThing = /\}$/.test(reducePathToShape(operation.path)) && operation.method === "get";
  const isDocumented = operation.responses.has("404") || operation.responses.has("4XX");
  const isClosed = listPathParameters(operation).some(({ schema }) => {
    const { enum: listed, const: constant, types } = schema.ref?.target ?? schema;
    return listed !== undefined || constant !== undefined || types?.includes("boolean") === true;
  });
  if (isThing && isDocumented && !isClosed) {
    const input = makeInput(operation, { random, fullness: "least" }, context, { isMadeUp: true });
    if (input !== undefined) {
      yield { operation, title: "for a thing that does not exist", expected: "missing", ...input };
    }
  }
}

/** The methods that are tried. Servers answer the other methods, such as OPTIONS, by themselves. */
const tried = ["get", "put", "post", "delete", "patch"];

/** A request for a path that the document does not have, and for each path a request with a method that it does not have. */
export function* makeRouteCases(
  { operations, paths }: Model,
  random: Random,
  context: CaseContext,
): Generator<Case, void, undefined> {
  const [first] = operations;
  if (first !== undefined) {
    yield {
      operation: first,
      title: "to a path that the document does not have",
      expected: "no-route",
      parameters: new Map(),
      method: "GET",
      path: `/specwright-${random.drawInteger(100_000, 999_999)}`,
    };
  }
  const shapes = new Map<string, Set<string>>();
  for (const { path, method } of operations) {
    const known = shapes.get(reducePathToShape(path)) ?? new Set<string>();
    shapes.set(reducePathToShape(path), known.add(method));
  }
  for (const { operations: own } of paths) {
    const [operation] = own;
    const input =
      operation && makeInput(operation, { random, fullness: "least" }, context, { isMadeUp: true });
    if (operation === undefined || input === undefined) {
      continue;
    }
    const known = shapes.get(reducePathToShape(operation.path));
    for (const method of tried.filter(
      (each) => methods.includes(each) && known?.has(each) === false,
    )) {
      yield {
        operation,
        title: `with the method ${method.toUpperCase()}, which the document does not have for this path`,
        expected: "no-route",
        parameters: new Map([...input.parameters].filter(([parameter]) => parameter.in === "path")),
        method: method.toUpperCase(),
      };
    }
  }
}
