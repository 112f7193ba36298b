import * as z from "zod";
import { describeIssue } from "../issues/messages.ts";

/** A check that Zod runs on a value of any type; values that the keyword does not speak of pass. */
export type Check = z.core.$ZodCheck<unknown>;

/** An issue as a check reports it: what Zod lacks is filled in. */
export type Problem = Readonly<Record<string, unknown>> & {
  readonly code: string;
  readonly path?: readonly PropertyKey[];
  readonly message?: string;
};

/** The schema that a check applies to a part of the value. */
export type Part = z.core.$ZodType;

/** The keywords that a check stands for, as `z.toJSONSchema` writes them; `read` gives the JSON Schema of a part. */
export type Keywords = (read: (part: Part) => object) => Readonly<Record<string, unknown>>;

/**
 * Makes a check of a function that finds problems. The check also runs when other parts of the value failed before, so that
 * all problems are reported at once.
 */
export function createCheck(
  keywords: Keywords,
  find: (value: unknown) => readonly Problem[],
): Check {
  const check = (payload: z.core.ParsePayload): undefined => {
    const { value } = payload;
    for (const problem of find(value)) {
      const issue = { input: value, continue: true, ...problem, path: [...(problem.path ?? [])] };
      payload.issues.push(toIssue({ ...issue, message: renderProblem(issue) }));
    }
    return undefined;
  };
  const def = { check: "json", when: () => true };
  const onattach = [(schema: z.core.$ZodType) => writeKeywords(schema, keywords)];
  // Zod takes any object of this shape as a check, as its own `check(fn)` makes them; the type asks for more.
  return { _zod: { check, def, onattach } } as unknown as Check;
}

/** A problem in a few words, by itself or as Zod's issues of that code are reported. */
export function renderProblem(problem: Problem): string {
  return problem.message ?? describeIssue(toIssue(problem));
}

/** Zod's issues are a union by code; a problem names its code and carries that code's members. */
function toIssue(problem: Problem): z.core.$ZodRawIssue {
  return problem as unknown as z.core.$ZodRawIssue;
}

/** Lets `z.toJSONSchema` write the check's keywords beside those of the schema that it is attached to. */
function writeKeywords(schema: z.core.$ZodType, keywords: Keywords): void {
  const internals = schema._zod;
  internals.deferred ??= [];
  // Only after its initialization does the schema have the function that is continued here.
  internals.deferred.push(() => {
    const write = internals.processJSONSchema;
    internals.processJSONSchema = (context, json, parameters) => {
      write?.(context, json, parameters);
      const read = (part: Part): object => z.core.process(part, context, parameters);
      const { allOf, ...others } = keywords(read);
      Object.assign(json, others);
      if (Array.isArray(allOf)) {
        json.allOf = [...(json.allOf ?? []), ...allOf];
      }
    };
  });
}

/** The problems that a schema finds in a part of the value, with paths below `path`. */
export function runPart(part: Part, value: unknown, path: readonly PropertyKey[] = []): Problem[] {
  const result = part._zod.run({ value, issues: [] }, { async: false, error: describeIssue });
  if (result instanceof Promise) {
    throw new TypeError("A schema inside of a JSON Schema check cannot be asynchronous.");
  }
  if (result.issues.length === 0) {
    return [];
  }
  // Issues are plain data in which `path` is all that changes.
  return result.issues.map(
    (issue) => ({ ...issue, path: [...path, ...(issue.path ?? [])] }) as unknown as Problem,
  );
}

/** More problems help nobody, and describing 100,000 of them holds up a process for seconds. */
const enoughProblems = 1_000;

/** The problems of the parts of a value, one after another; it stops looking after a thousand problems. */
export function findInEach<Each>(
  parts: readonly Each[],
  find: (part: Each, index: number) => readonly Problem[],
): readonly Problem[] {
  const problems: Problem[] = [];
  // Values have up to 100,000 parts, and most have no problem: nothing is made for those.
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
