import * as core from "zod/v4/core";
import { describeIssue } from "../issues/messages.ts";

/** A check that Zod runs on a value of any type. Values of types that the keyword does not apply to pass. */
export type Check = core.$ZodCheck<unknown>;

/** An issue as a check reports it. `createCheck` adds the other members of a Zod issue. */
export type Problem = Readonly<Record<string, unknown>> & {
  readonly code: string;
  readonly path?: readonly PropertyKey[];
  readonly message?: string;
};

/** The schema that a check applies to a part of the value. */
export type Part = core.$ZodType;

/** The JSON Schema keywords of a check, for `z.toJSONSchema`. `read` returns the JSON Schema of a part. */
export type Keywords = (read: (part: Part) => object) => Readonly<Record<string, unknown>>;

/**
 * Makes a check from a function that finds problems. The check also runs after other checks have failed, so that all
 * problems are reported together.
 */
export function createCheck(
  keywords: Keywords,
  find: (value: unknown) => readonly Problem[],
): Check {
  const check = (payload: core.ParsePayload): undefined => {
    const { value } = payload;
    for (const problem of find(value)) {
      const issue = { input: value, continue: true, ...problem, path: [...(problem.path ?? [])] };
      payload.issues.push(toIssue({ ...issue, message: toProblemText(issue) }));
    }
    return undefined;
  };
  const def = { check: "json", when: () => true };
  const onattach = [(schema: core.$ZodType) => writeKeywords(schema, keywords)];
  // Zod accepts any object of this shape as a check, and its own `check(fn)` makes such objects. Its type requires more
  // members.
  return { _zod: { check, def, onattach } } as unknown as Check;
}

/** Describes a problem in a few words: its own message, else the message for Zod's issues of the same code. */
export function toProblemText(problem: Problem): string {
  return problem.message ?? describeIssue(toIssue(problem));
}

/** Zod's issues are a union by code. A problem has a code and the members of that code's issues. */
function toIssue(problem: Problem): core.$ZodRawIssue {
  return problem as unknown as core.$ZodRawIssue;
}

/** Makes `z.toJSONSchema` write the keywords of the check together with the keywords of its schema. */
function writeKeywords(schema: core.$ZodType, keywords: Keywords): void {
  const internals = schema._zod;
  internals.deferred ??= [];
  // Deferred, because the schema does not have `processJSONSchema` before its initialization.
  internals.deferred.push(() => {
    const write = internals.processJSONSchema;
    internals.processJSONSchema = (context, json, parameters) => {
      write?.(context, json, parameters);
      const read = (part: Part): object => core.process(part, context, parameters);
      const { allOf, ...others } = keywords(read);
      Object.assign(json, others);
      if (Array.isArray(allOf)) {
        json.allOf = [...(json.allOf ?? []), ...allOf];
      }
    };
  });
}

/** Runs a schema on a part of the value. Returns its problems, with `path` before their paths. */
export function runPart(part: Part, value: unknown, path: readonly PropertyKey[] = []): Problem[] {
  const result = part._zod.run({ value, issues: [] }, { async: false, error: describeIssue });
  if (result instanceof Promise) {
    throw new TypeError("A schema inside of a JSON Schema check cannot be asynchronous.");
  }
  if (result.issues.length === 0) {
    return [];
  }
  // Issues are plain data. Only their `path` changes.
  return result.issues.map(
    (issue) => ({ ...issue, path: [...path, ...(issue.path ?? [])] }) as unknown as Problem,
  );
}

/** The limit of reported problems. Describing 100,000 of them would block a process for seconds. */
const enoughProblems = 1_000;

/** Finds the problems of the parts of a value, one part after another. It stops after a thousand problems. */
export function findInEach<Each>(
  parts: readonly Each[],
  find: (part: Each, index: number) => readonly Problem[],
): readonly Problem[] {
  const problems: Problem[] = [];
  // A value may have 100,000 parts, most of them valid. This loop does not create objects for valid parts.
  let index = 0;
  for (const part of parts) {
    const found = find(part, index);
    index += 1;
    if (found.length > 0) {
      problems.push(...found);
    }
    if (problems.length >= enoughProblems) {
      break;
    }
  }
  return problems;
}

/** Returns whether a schema accepts a value. */
export function accepts(part: Part, value: unknown): boolean {
  return runPart(part, value).length === 0;
}
