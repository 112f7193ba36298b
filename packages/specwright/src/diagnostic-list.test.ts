import { expect, test } from "vitest";
import type { Diagnostic } from "./diagnostic.ts";
import { limitDiagnostics, maximumOfKind } from "./diagnostic-list.ts";

function repeatDiagnostic(code: string, count: number, severity: Diagnostic["severity"] = "error") {
  return Array.from(
    { length: count },
    (_, index): Diagnostic => ({ severity, code, message: `${code} ${index}`, fix: "Mend it." }),
  );
}

test("of a kind the first thousand are kept, and the rest is counted", () => {
  const found = [...repeatDiagnostic("a", maximumOfKind + 20), ...repeatDiagnostic("b", 3)];
  const limited = limitDiagnostics(found);
  expect(limited.slice(0, maximumOfKind)).toEqual(found.slice(0, maximumOfKind));
  expect(limited.slice(maximumOfKind, -1)).toEqual(repeatDiagnostic("b", 3));
  expect(limited.at(-1)).toMatchObject({ severity: "error", code: "a", more: 20 });
  expect(limited.at(-1)?.message).toContain("20 more");
});

test("diagnostics that were counted before are included in the count", () => {
  const once = limitDiagnostics(repeatDiagnostic("a", maximumOfKind + 20));
  const twice = limitDiagnostics([...once, ...once]);
  expect(twice).toHaveLength(maximumOfKind + 1);
  expect(twice.at(-1)?.more).toBe(maximumOfKind + 40);
});

test("a warning and an error of one code are two kinds, and losses are all kept", () => {
  const found = [
    ...repeatDiagnostic("a", maximumOfKind, "warning"),
    ...repeatDiagnostic("a", maximumOfKind),
    ...repeatDiagnostic("a", maximumOfKind * 3, "loss"),
  ];
  expect(limitDiagnostics(found)).toEqual(found);
});
