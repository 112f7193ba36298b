import type { Diagnostic } from "../../diagnostic.ts";
import { followSchemaReferences } from "../../document/model/behind-references.ts";
import type { Model, Schema } from "../../document/model/model.ts";
import { escapeSegment } from "../../text/pointer.ts";
import { createTestPattern } from "../../text/test-pattern.ts";
import { findMismatch, type Judge, type Mismatch } from "../mismatches/find-mismatch.ts";
import { type Example, findExamples } from "./find-examples.ts";

/** This many steps take about half a second. GitHub's document, with 4,191 examples and defaults, takes 46,000. */
const maximumSteps = 1_000_000;

/**
 * A warning for each example and each default that does not fit its schema: of bodies, parameters, headers and schemas.
 * Keywords that validators do not enforce are not checked here either.
 */
export function findInvalidExamples(
  model: Model,
  { formats }: { readonly formats?: "assert" | "annotate" },
): readonly Diagnostic[] {
  const judge: Judge = {
    testPattern: createTestPattern(),
    assertsFormats: formats !== "annotate",
    steps: { left: maximumSteps },
  };
  const found: Diagnostic[] = [];
  const judgeOnce = createJudgeOnce(judge);
  for (const example of findExamples(model)) {
    const mismatch = judgeOnce(example);
    if (mismatch !== undefined) {
      found.push(describe(example, mismatch));
    }
  }
  return found;
}

/** Examples of components are used in many places, with schemas that refer to the same target. */
function createJudgeOnce(judge: Judge): (example: Example) => Mismatch | undefined {
  const known = new Map<unknown, Map<Schema, Map<unknown, Mismatch | undefined>>>();
  return ({ value, schema, direction }) => {
    if (typeof value !== "object" || value === null) {
      return findMismatch(value, schema, direction, judge);
    }
    const target = isReferenceOnly(schema) ? (followSchemaReferences(schema) ?? schema) : schema;
    const ofValue = known.get(value) ?? new Map<Schema, Map<unknown, Mismatch | undefined>>();
    known.set(value, ofValue);
    const ofTarget = ofValue.get(target) ?? new Map<unknown, Mismatch | undefined>();
    ofValue.set(target, ofTarget);
    if (!ofTarget.has(direction)) {
      ofTarget.set(direction, findMismatch(value, target, direction, judge));
    }
    return ofTarget.get(direction);
  };
}

/** Beside a reference, other keywords count too. */
function isReferenceOnly(schema: Schema): boolean {
  return schema.ref !== undefined && Object.keys(schema).length === 2;
}

function describe({ kind, file, pointer }: Example, { path, reason }: Mismatch): Diagnostic {
  const part = path.map((step) => `/${escapeSegment(String(step))}`).join("");
  return {
    severity: "warning",
    code: kind === "default" ? "invalid-default" : "invalid-example",
    message: `The ${kind} does not fit its schema: ${part === "" ? "it" : `\`${part}\``} ${reason}.`,
    fix: `Correct the ${kind}, or the schema.`,
    file,
    pointer,
  };
}
