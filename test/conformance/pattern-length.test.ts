import { afterEach, expect, test, vi } from "vitest";
import { buildModelOfDocument } from "./support/document-model.ts";
import { loadValidators } from "./support/load-validators.ts";

afterEach(() => vi.restoreAllMocks());

/** Records the texts that validators match with the pattern. Matching itself works as usual. */
function recordTextsTried(work: () => void): readonly string[] {
  const tried: string[] = [];
  const { exec } = RegExp.prototype;
  vi.spyOn(RegExp.prototype, "exec").mockImplementation(function (this: RegExp, text) {
    if (this.source === pattern) {
      tried.push(text);
    }
    return exec.call(this, text);
  });
  vi.spyOn(RegExp.prototype, "test").mockImplementation(function (this: RegExp, text) {
    return this.exec(text) !== null;
  });
  work();
  vi.restoreAllMocks();
  return tried;
}

/** A pattern that takes exponential time on 50 letters followed by `!`. */
const pattern = "^(a+)+$";
const hostile = `${"a".repeat(50)}!`;

const schemas = {
  text: { type: "string", maxLength: 20, pattern },
  anything: { maxLength: 20, pattern },
  textOrNumber: { type: ["string", "number"], maxLength: 20, pattern },
  member: { type: "object", properties: { a: { type: "string", maxLength: 20, pattern } } },
  alternative: { anyOf: [{ type: "string", maxLength: 20, pattern }, { type: "number" }] },
  listed: { type: "string", enum: ["a", hostile], maxLength: 20, pattern },
};

const shapes = Object.keys(schemas).map((name) => [
  name,
  name === "member" ? { a: hostile } : hostile,
  name === "member" ? { a: "aaa" } : name === "listed" ? "a" : "aaa",
]);

test.each(shapes)(
  "%s: a text longer than maxLength never reaches the pattern",
  (name, bad, good) => {
    for (const usesPredicates of [true, false]) {
      const model = buildModelOfDocument({ components: { schemas } });
      const validators = loadValidators(model, { usesPredicates });
      const schema = validators.schemas[String(name)];
      const tried = recordTextsTried(() => {
        const { success, error } = schema?.safeParse(bad) ?? {};
        expect(success).toBe(false);
        expect(error?.issues.length).toBeGreaterThan(0);
      });
      expect(tried.filter((text) => text.includes(hostile))).toEqual([]);
      // A short text is matched, which shows that `recordTextsTried` records texts.
      const others = recordTextsTried(() => {
        expect(schema?.safeParse(good).success).toBe(true);
      });
      expect(others).toContain(name === "listed" ? "a" : "aaa");
    }
  },
);
