import type { Validator } from "@specwright/runtime/v1/server";
import { isObject } from "@specwright/runtime/v1/values";
import type { Direction, Operation, Response, Schema } from "../../document/model/model.ts";
import { findMismatch } from "../../emit/mismatches/find-mismatch.ts";
import { classifyMediaType } from "../../emit/shared/bodies/media-kind.ts";
import { createTestPattern } from "../../text/test-pattern.ts";

const testPattern = createTestPattern();

/** How many schemas a value may visit. */
const steps = 10_000;

/** Returns whether a value fits a schema. True where this is uncertain. */
export function fitsCallSchema(
  value: unknown,
  schema: Schema | undefined,
  direction: Direction,
): boolean {
  return findReason(value, schema, direction) === undefined;
}

function findReason(
  value: unknown,
  schema: Schema | undefined,
  direction: Direction,
): string | undefined {
  const judge = { testPattern, assertsFormats: true, steps: { left: steps } };
  return schema && findMismatch(value, schema, direction, judge)?.reason;
}

/**
 * Judges the members that parameters or headers are decoded to. It takes the place of generated validators, which need
 * Zod, a package that a project may not have.
 */
function createMembersValidator(
  members: ReadonlyMap<string, { readonly required: boolean; readonly schema: Schema }>,
  direction: Direction,
): Validator {
  return {
    safeParse: (values) => {
      const issues = [...members].flatMap(([name, { required, schema }]) => {
        const value = isObject(values) && Object.hasOwn(values, name) ? values[name] : undefined;
        const reason =
          value !== undefined
            ? findReason(value, schema, direction)
            : required
              ? "required"
              : undefined;
        return reason === undefined ? [] : [{ code: "custom", path: [name], message: reason }];
      });
      return issues.length === 0 ? { success: true } : { success: false, error: { issues } };
    },
  };
}

function createValueValidator(schema: Schema | undefined): Validator {
  return {
    safeParse: (value) => {
      const reason = findReason(value, schema, "request");
      const issue = { code: "custom", path: [], message: reason ?? "" };
      return reason === undefined
        ? { success: true }
        : { success: false, error: { issues: [issue] } };
    },
  };
}

/** The validators of an operation's parameters and JSON bodies, and of the headers of its answers. */
export interface CallValidators {
  readonly parameters: Readonly<Record<string, Validator>>;
  readonly requestBody: Readonly<Record<string, Validator>>;
  readonly responseHeaders: Readonly<Record<string, Validator>>;
}

/** Makes the validators of an operation from its schemas. */
export function createCallValidators({
  parameters,
  requestBody,
  responses,
}: Operation): CallValidators {
  const byPlace = Map.groupBy(parameters, ({ value }) => value.in);
  return {
    parameters: Object.fromEntries(
      [...byPlace].map(([place, uses]) => [
        place,
        createMembersValidator(new Map(uses.map(({ value }) => [value.name, value])), "request"),
      ]),
    ),
    requestBody: Object.fromEntries(
      (requestBody?.value.content ?? [])
        .filter(({ mediaType }) => classifyMediaType(mediaType) === "json")
        .map(({ mediaType, schema }) => [mediaType, createValueValidator(schema)]),
    ),
    responseHeaders: Object.fromEntries(
      [...responses].map(([status, { value }]) => [
        status,
        createMembersValidator(listHeaders(value), "response"),
      ]),
    ),
  };
}

function listHeaders({
  headers,
}: Response): ReadonlyMap<string, { readonly required: boolean; readonly schema: Schema }> {
  return new Map([...headers].map(([name, { value }]) => [name, value]));
}
