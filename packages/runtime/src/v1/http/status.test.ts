import { expect, expectTypeOf, test } from "vitest";
import type { ApiError } from "../client/failures/api-error.ts";
import type { ErrorStatus, ServerErrorStatus, StatusCode, SuccessStatus } from "./status.ts";

test("a range and default stand for every status in them, registered or not", () => {
  expectTypeOf<207 | 299>().toExtend<SuccessStatus>();
  expectTypeOf<499 | 520 | 555>().toExtend<Exclude<ErrorStatus, 500>>();
  expectTypeOf<200 | 399 | 400 | 599>().toExtend<StatusCode>();
  expectTypeOf<499>().not.toExtend<ServerErrorStatus>();
  expectTypeOf<100>().not.toExtend<StatusCode>();
  expectTypeOf<600>().not.toExtend<StatusCode>();
});

test("an error with a status that the document does not list has the body of default", () => {
  type Failure = ApiError<404, string> | ApiError<Exclude<ErrorStatus, 404>, { readonly code: 1 }>;
  const readCode = (error: Failure): 1 | undefined =>
    error.status === 555 ? error.body.code : undefined;
  // Only what is read of an error is needed here.
  expect(readCode({ status: 555, body: { code: 1 } } as Failure)).toBe(1);
});
