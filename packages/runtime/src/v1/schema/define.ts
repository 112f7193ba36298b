import * as core from "zod/v4/core";
import { findMeantIssues } from "./issues/meant-alternative.ts";
import { describeIssue } from "./issues/messages.ts";
import { isNestedTooDeep, maximumNesting } from "./values/nesting.ts";

type ErrorMap = (issue: core.$ZodRawIssue) => string | { message: string } | undefined | null;
type Run = core.$ZodType["_zod"]["run"];

/** Schemas that `schema` made. Each is a stand-in whose prototype becomes the built schema. */
const defined = new WeakSet<object>();

/**
 * Above 0 while the problems of a refused value are found. The outermost schema then checks nesting and writes the
 * messages, and inner schemas do not.
 */
let explaining = 0;

/**
 * Makes a schema that is built when it is first used, so that modules with many schemas load fast and can refer to each
 * other in circles.
 *
 * `test` must accept the same values as the schema and runs first. A value that it accepts is returned unchanged, as
 * the same object. For any other value, the schema finds the problems. Schemas derived from this one (`extend`,
 * `refine`, `meta`) do not use `test`.
 */
export function schema<T extends core.$ZodType>(
  test: (value: unknown) => boolean,
  build: () => T,
): T {
  const unbuilt: Unbuilt = { test, build, standIn: undefined };
  // The stand-in has no members, so every access reaches the proxy, which is its prototype. `resolve` then replaces the
  // proxy by the built schema.
  const standIn: T = Object.create(new Proxy(unbuilt, builder));
  unbuilt.standIn = standIn;
  defined.add(standIn);
  return standIn;
}

/** A schema that has not been used yet. */
interface Unbuilt {
  readonly test: (value: unknown) => boolean;
  /** Undefined from the moment that it is called. */
  build: (() => core.$ZodType) | undefined;
  standIn: object | undefined;
}

const builder: ProxyHandler<Unbuilt> = {
  get: (unbuilt, key) => Reflect.get(resolve(unbuilt), key, unbuilt.standIn),
  has: (unbuilt, key) => Reflect.has(resolve(unbuilt), key),
  set: (unbuilt, key, value) => Reflect.set(resolve(unbuilt), key, value, unbuilt.standIn),
  getPrototypeOf: resolve,
};

function resolve(unbuilt: Unbuilt): core.$ZodType {
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

function putTestFirst(built: core.$ZodType, test: (value: unknown) => boolean): void {
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
    // The caller's own messages take precedence. Zod types error maps by the issues that they accept; here each gets
    // every issue.
    const error = (context.error ?? core.config().customError ?? describeIssue) as ErrorMap;
    const result = run(payload, { ...context, error });
    if (!(result instanceof Promise)) {
      finish(result, first, error);
    }
    return result;
  } finally {
    explaining -= 1;
  }
}

/** Removes repeated issues and adds messages. Makes sure that at least one issue remains. */
function finish(payload: core.ParsePayload, first: number, error: ErrorMap): void {
  // Issues are plain data. Issues of alternatives are already complete; in the others only the message is missing.
  const issues = payload.issues
    .splice(first)
    .flatMap((issue) => findMeantIssues({ path: [], ...issue } as unknown as core.$ZodIssue))
    .map((issue) => issue as core.$ZodRawIssue);
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
    // `test` sees members named `__proto__`, and Zod does not. So only `test` refused the value.
    refuse(payload, "not allowed");
  }
}

function refuse(payload: core.ParsePayload, message: string): void {
  payload.issues.push({ code: "custom", input: payload.value, path: [], message, continue: false });
}
