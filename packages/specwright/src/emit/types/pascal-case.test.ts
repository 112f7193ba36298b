import { expect, test } from "vitest";
import { toPascalCase } from "./pascal-case.ts";

test.each([
  ["http-server_v2Status", "HttpServerV2Status"],
  ["HTTPError", "HttpError"],
  ["error2fa", "Error2fa"],
  ["version 1.2", "Version_1_2"],
  ["2fa", "2fa"],
  ["übersicht", "Übersicht"],
  ["--", ""],
])("%s is %s", (text, expected) => {
  expect(toPascalCase(text)).toBe(expected);
});
