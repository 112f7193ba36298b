import type { Model, Operation } from "../../document/model/model.ts";
import { findIdempotencyKey } from "../client/input-layout.ts";
import type { ClientOperationPlan } from "../client/plan.ts";
import { escapePropertyKey } from "../shared/escape/property-key.ts";
import { printLiteral } from "../shared/print/literal.ts";
import { sampleAuth } from "../shared/samples/sample-auth.ts";
import { sampleValue } from "../shared/samples/sample-value.ts";
import type { ValuePlan } from "../shared/values/plan-values.ts";
import { createHoldsValue, type HoldsValue } from "../shared/values/value-parts.ts";
import { sampleBody } from "./sample-body.ts";

/** A call of an operation that a reader can copy. */
interface SampleCall {
  readonly name: string;
  /** The text after the argument `transport`: `, { … }`, or empty. */
  readonly input: string;
}

/** The calls that a README shows. The same credential works for all of them. */
export interface SampleCalls {
  readonly reading: SampleCall;
  /** A call with a body. */
  readonly writing?: SampleCall | undefined;
  /** The call that iterates over the items of a list. */
  readonly items?: SampleCall;
  /** The value of `auth`, as code. Empty when no credential is needed. */
  readonly auth: string;
}

/** The names that the snippet itself declares and uses. */
const taken: ReadonlySet<string> = new Set(["answer", "console", "error", "item", "transport"]);

/**
 * The operations that a README shows. The first is one that reads, has no body, and whose required input is known; if
 * no such operation exists, any operation without a body. Then follow the first with a body and the first list, if the
 * same credential works for them. Undefined when every operation has a body.
 *
 * @param values what is converted: such operations are not shown, because samples are values of JSON
 */
export function chooseSampleCalls(
  model: Model,
  operations: readonly ClientOperationPlan[],
  values?: ValuePlan,
): SampleCalls | undefined {
  const isConverted = values ? createHoldsValue(values.kinds) : () => false;
  const known = operations.flatMap((plan) => {
    const members = printSampleParameters(plan, isConverted);
    return members === undefined || taken.has(plan.listed) ? [] : [{ plan, members }];
  });
  const calls = known.filter(({ plan }) => plan.operation.requestBody?.value.required !== true);
  const best =
    calls.find(({ plan }) => isReading(plan.operation) && answersJson(plan.operation)) ??
    calls.find(({ plan }) => isReading(plan.operation)) ??
    calls[0];
  if (best === undefined) {
    return undefined;
  }
  const auth = printSampleCredentials(model, best.plan.operation);
  const others = known.filter(
    ({ plan }) => plan !== best.plan && printSampleCredentials(model, plan.operation) === auth,
  );
  const writing = others.flatMap((call) => withBody(call, isConverted))[0];
  const list = [best, ...others].find(({ plan }) => plan.pages !== undefined);
  return {
    reading: { name: best.plan.listed, input: printSampleInput(best.members) },
    auth,
    writing,
    ...(list?.plan.pages === undefined
      ? {}
      : { items: { name: list.plan.pages.items, input: printSampleInput(list.members) } }),
  };
}

interface KnownCall {
  readonly plan: ClientOperationPlan;
  /** The required members of its input, apart from the body, as code. */
  readonly members: readonly string[];
}

function withBody({ plan, members }: KnownCall, isConverted: HoldsValue): SampleCall[] {
  const { method, deprecated, requestBody } = plan.operation;
  // Samples are values of JSON, and not what programs see.
  const isKept = requestBody?.value.content.every(({ schema }) => !(schema && isConverted(schema)));
  const body = isKept === true ? sampleBody(plan.operation) : undefined;
  const isShown = !deprecated && ["post", "put", "patch"].includes(method);
  return body === undefined || !isShown
    ? []
    : [
        {
          name: plan.listed,
          input: printSampleInput([...members, `body: ${printLiteral(body.value)}`]),
        },
      ];
}

function isReading({ method, deprecated }: Operation): boolean {
  return method === "get" && !deprecated;
}

function answersJson({ responses }: Operation): boolean {
  return [...responses].some(
    ([status, { value }]) =>
      status.startsWith("2") && value.content.some(({ mediaType }) => /json/.test(mediaType)),
  );
}

/** Undefined when a required parameter has no known value. Idempotency keys are left out, because the runtime makes them. */
function printSampleParameters(
  { parameters }: ClientOperationPlan,
  isConverted: HoldsValue,
): readonly string[] | undefined {
  const key = findIdempotencyKey(parameters);
  const flat: string[] = [];
  const groups = new Map<string, string[]>();
  for (const { parameter, grouped } of parameters) {
    if (parameter.required && parameter !== key) {
      const value = isConverted(parameter.schema) ? undefined : sampleValue(parameter);
      if (value === undefined) {
        return undefined;
      }
      const group = groups.get(parameter.in) ?? [];
      const members = grouped ? group : flat;
      members.push(`${escapePropertyKey(parameter.name)}: ${printLiteral(value)}`);
      groups.set(parameter.in, group);
    }
  }
  const grouped = [...groups]
    .filter(([, members]) => members.length > 0)
    .map(([location, members]) => `${location}: { ${members.join(", ")} }`);
  return [...flat, ...grouped];
}

/** The input, on one line if it is short enough. */
function printSampleInput(members: readonly string[]): string {
  const line = members.join(", ");
  if (line.length > 80) {
    return `, {\n${members.map((member) => `    ${member},\n`).join("")}  }`;
  }
  return members.length === 0 ? "" : `, { ${line} }`;
}

function printSampleCredentials(model: Model, operation: Operation): string {
  const auth = sampleAuth(model, operation);
  return Object.keys(auth).length === 0 ? "" : printLiteral(auth);
}
