import * as z from "zod";
import { meantIssues } from "./issues/meant-alternative.ts";
import { describeIssue } from "./issues/messages.ts";
import { isNestedTooDeep, maximumNesting } from "./values/nesting.ts";

type ErrorMap = (issue: z.core.$ZodRawIssue) => string | { message: string } | undefined | null;
type Run = z.core.$ZodType["_zod"]["run"];

/** Schemas that were made here; what stands in for one leads to it. */
const defined = new WeakSet<object>();

/** Above 0 while a refused value is explained: the parts inside leave nesting and messages to the outermost schema. */
let explaining = 0;

/**
 * A schema that is built when it is first used, so that modules with many schemas load fast and may refer to each other in
 * circles. `test` means the same as the schema and runs first: a value that it accepts is returned as it is, the very same
 * object; otherwise the schema explains what is wrong. Schemas derived from this one (`extend`, `refine`, `meta`) work
 * without `test`.
 */
export function schema<T extends z.core.$ZodType>(
  test: (value: unknown) => boolean,
  build: () => T,
): T {
  const unbuilt: Unbuilt = { test, build, standIn: undefined };
  // Everything that is asked of the stand-in is asked of the proxy, until the schema takes its place.
  const standIn: T = Object.create(new Proxy(unbuilt, builder));
  unbuilt.standIn = standIn;
  defined.add(standIn);
  return standIn;
}

/** A schema that nobody has used yet. */
interface Unbuilt {
  readonly test: (value: unknown) => boolean;
  /** Undefined while it runs. */
  build: (() => z.core.$ZodType) | undefined;
  standIn: object | undefined;
}

const builder: ProxyHandler<Unbuilt> = {
  get: (unbuilt, key) => Reflect.get(resolve(unbuilt), key, unbuilt.standIn),
  has: (unbuilt, key) => Reflect.has(resolve(unbuilt), key),
  set: (unbuilt, key, value) => Reflect.set(resolve(unbuilt), key, value, unbuilt.standIn),
  getPrototypeOf: resolve,
};

function resolve(unbuilt: Unbuilt): z.core.$ZodType {
  const { build, test, standIn } = unbuilt;
  if (build === undefined || standIn === undefined) {
    throw new Error("A schema was used while it was being built.");
  }
  unbuilt.build = undefined;
  const built = build();
  if (!defined.has(built)) {
    putTestFirst(built, test);
  }
  Object.setPrototypeOf(standIn, built);
  return built;
}

function putTestFirst(built: z.core.$ZodType, test: (value: unknown) => boolean): void {
  const run = built._zod.run;
  built._zod.run = (payload, context) =>
    test(payload.value) ? payload : explain(run, payload, context);
}

function explain(run: Run, ...[payload, context]: Parameters<Run>): ReturnType<Run> {
  if (explaining > 0) {
    return run(payload, context);
  }
  if (isNestedTooDeep(payload.value)) {
    refuse(payload, `nested more than ${maximumNesting} levels deep`);
    return payload;
  }
  explaining += 1;
  try {
    const first = payload.issues.length;
    // Messages of the caller's own come before ours.
    // Zod types the maps by the issues that they take; each is given every issue.
    const error = (context.error ?? z.config().customError ?? describeIssue) as ErrorMap;
    const result = run(payload, { ...context, error });
    if (!(result instanceof Promise)) {
      finish(result, first, error);
    }
    return result;
  } finally {
    explaining -= 1;
  }
}

/** Leaves each issue once, with its message; there is at least one. */
function finish(payload: z.core.ParsePayload, first: number, error: ErrorMap): void {
  // Issues are plain data: those of alternatives are finished already, the others only lack their message.
  const issues = payload.issues
    .splice(first)
    .flatMap((issue) => meantIssues({ path: [], ...issue } as unknown as z.core.$ZodIssue))
    .map((issue) => issue as z.core.$ZodRawIssue);
  const seen = new Set<string>();
  for (const issue of issues) {
    const message = issue.message ?? error(issue);
    const text = typeof message === "string" ? message : message?.message;
    const key = `${JSON.stringify(issue.path?.map(String) ?? [])} ${issue.code} ${text}`;
    if (!seen.has(key)) {
      seen.add(key);
      payload.issues.push(text === undefined ? issue : { ...issue, message: text });
    }
  }
  if (payload.issues.length === first) {
    // Zod does not see members named `__proto__`, which the test does.
    refuse(payload, "not allowed");
  }
}

function refuse(payload: z.core.ParsePayload, message: string): void {
  payload.issues.push({ code: "custom", input: payload.value, path: [], message, continue: false });
}
