import { expect, test } from "vitest";
import { openModel } from "../../../test/client-project.ts";
import { createTypeContext } from "../shared/typescript/type-context.ts";
import { collectTypeFacts } from "../shared/typescript/type-facts.ts";
import { printBodyTypes } from "./body-types.ts";
import { printErrorType } from "./error-type.ts";

function printErrors(responses: Readonly<Record<string, string | undefined>>): string[] {
  const model = openModel({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      "/x": {
        get: {
          responses: Object.fromEntries(
            Object.entries(responses).map(([status, type]) => [
              status,
              {
                description: "",
                ...(type && { content: { "application/json": { schema: { type } } } }),
              },
            ]),
          ),
        },
      },
    },
  });
  const context = createTypeContext(collectTypeFacts(model));
  return model.operations.map((operation) =>
    printErrorType(operation, printBodyTypes(operation, context), context)
      .replace(/\s+/g, " ")
      .trim(),
  );
}

test("statuses with the same body are listed together", () => {
  expect(printErrors({ 200: "string", 400: "string", 404: "string", 500: undefined })).toEqual([
    "| ApiError<400 | 404, string> | ApiError<500, undefined>",
  ]);
});

test("a range and default stand for the statuses that are not documented by themselves", () => {
  expect(
    printErrors({ 204: undefined, 404: "string", "4XX": "number", default: "boolean" }),
  ).toEqual([
    "| ApiError<404, string> | ApiError<Exclude<ClientErrorStatus, 404>, number> | ApiError<Exclude<ErrorStatus, 404 | ClientErrorStatus>, boolean>",
  ]);
});

test("default is the success when no other is documented, and redirects are neither success nor error", () => {
  expect(printErrors({ 302: "string", default: "boolean" })).toEqual(["ApiError"]);
});
