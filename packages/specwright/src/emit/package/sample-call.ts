import type { Model, Operation } from "../../model/model.ts";
import type { ClientOperationPlan } from "../client/plan.ts";
import { escapePropertyKey } from "../escape/property-key.ts";
import { literal } from "../literal.ts";
import { sampleValue } from "./sample-value.ts";

/** A call of an operation that a reader can copy. */
export interface SampleCall {
  readonly name: string;
  /** What follows the transport: `, { … }`, or nothing. */
  readonly input: string;
  /** Members of `headers` that carry a credential, as code; empty when none is needed. */
  readonly headers: string;
}

/** What the snippet declares and uses itself. */
const taken: ReadonlySet<string> = new Set(["answer", "console", "error"]);

/**
 * The operation that a README shows: the first one that reads and whose required input is known, without a body; else any
 * that takes none. Undefined when there is none such.
 */
export function chooseSampleCall(
  model: Model,
  operations: readonly ClientOperationPlan[],
): SampleCall | undefined {
  const calls = operations.flatMap((plan) => {
    const input = inputOf(plan);
    return input === undefined || taken.has(plan.name) ? [] : [{ plan, input }];
  });
  const best =
    calls.find(({ plan }) => isReading(plan.operation) && answersJson(plan.operation)) ??
    calls.find(({ plan }) => isReading(plan.operation)) ??
    calls[0];
  return (
    best && {
      name: best.plan.name,
      input: best.input,
      headers: credentialOf(model, best.plan.operation),
    }
  );
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

function inputOf({ operation, parameters }: ClientOperationPlan): string | undefined {
  if (operation.requestBody?.value.required === true) {
    return undefined;
  }
  const required = parameters.filter(({ parameter }) => parameter.required);
  const members = required.map(({ parameter, grouped }) => {
    const value = sampleValue(parameter);
    return grouped || value === undefined
      ? undefined
      : `${escapePropertyKey(parameter.name)}: ${literal(value)}`;
  });
  if (members.includes(undefined)) {
    return undefined;
  }
  return members.length === 0 ? "" : `, { ${members.join(", ")} }`;
}

/** The header of the first way in, with a text where the secret goes. */
function credentialOf({ components }: Model, { security }: Operation): string {
  const headers = new Map<string, string>();
  for (const name of security[0]?.keys() ?? []) {
    const scheme = components.securitySchemes.get(name);
    if (scheme?.type === "apiKey" && scheme.in === "header") {
      headers.set(scheme.name, "your key");
    } else if (scheme?.type === "http" && scheme.scheme.toLowerCase() === "basic") {
      headers.set("authorization", "Basic dXNlcjpwYXNzd29yZA==");
    } else if (scheme !== undefined && ["http", "oauth2", "openIdConnect"].includes(scheme.type)) {
      headers.set("authorization", "Bearer your-token");
    }
  }
  return headers.size === 0 ? "" : literal(Object.fromEntries(headers));
}
