import type { Diagnostic } from "../../../diagnostic.ts";
import { listConjuncts } from "../../../document/model/conjuncts.ts";
import { writtenValues } from "../../../document/model/facts/written-values.ts";
import type { Operation, Schema } from "../../../document/model/model.ts";
import type { ContentNames } from "../../shared/bodies/content-names.ts";
import { printLiteral } from "../../shared/print/literal.ts";
import type { ServerConversions } from "../server-conversions.ts";
import { printHeaders, printMembers, printOperationMembers } from "../source/operation-source.ts";

/** A condition under which the runtime assigns a message to a webhook. */
interface Condition {
  readonly in: "body" | "header";
  readonly name: string;
  readonly values: readonly string[];
}

/** The runtime's description of a webhook as an object literal. */
export function printWebhook(
  webhook: Operation,
  lists: ContentNames,
  conversions?: ServerConversions,
): string {
  const sending = conversions?.find(webhook.name, "caller");
  const conditions = findConditions(webhook) ?? [];
  return printMembers([
    // A receiver passes on the message as it was sent, so defaults are not filled in.
    ...printOperationMembers(webhook, {
      plans: new Map(),
      headers: printHeaders(webhook, lists),
      conversions: conversions?.find(webhook.name, "receiver"),
    }),
    ...(sending === undefined ? [] : [`sending: ${sending}`]),
    `conditions: ${printLiteral(conditions)}`,
  ]);
}

/**
 * The names, in lower case, of the headers that the generated sender sets itself: those of the signature, and those
 * with a single possible value.
 */
export function listSettledHeaders(webhook: Operation): ReadonlySet<string> {
  const constant = (findConditions(webhook) ?? []).flatMap((condition) =>
    condition.in === "header" && condition.values.length === 1
      ? [condition.name.toLowerCase()]
      : [],
  );
  return new Set([...signatureHeaders, ...constant]);
}

const signatureHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"];

/** Warnings about webhooks that a receiver cannot distinguish, and about invalid `x-webhook` extensions. */
export function warnOfWebhooks(webhooks: readonly Operation[]): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  const seen = new Set<string>();
  for (const webhook of webhooks) {
    const conditions = findConditions(webhook);
    if (conditions === undefined) {
      diagnostics.push(reportInvalidExtension(webhook));
    }
    const key = printLiteral(conditions ?? []);
    if (seen.has(key)) {
      diagnostics.push(warnIndistinguishable(webhook));
    }
    seen.add(key);
  }
  return diagnostics;
}

/**
 * The conditions of a webhook. `x-webhook` names the event: `x-webhook: order.paid`, `{ property, values }` or `{
 * header, values }`. Without it, the event is the constant of the body's member `type`. Headers with a constant are
 * conditions in either case. Undefined when the extension is invalid.
 */
function findConditions(webhook: Operation): readonly Condition[] | undefined {
  const reported = readExtensionCondition(webhook.extensions.get("x-webhook"));
  if (reported === undefined) {
    return undefined;
  }
  const type = reported === "none" ? listTypeConditions(webhook) : [reported];
  return [...listHeaderConditions(webhook), ...type];
}

function readExtensionCondition(extension: unknown): Condition | "none" | undefined {
  if (extension === undefined) {
    return "none";
  }
  if (typeof extension === "string") {
    return { in: "body", name: "type", values: [extension] };
  }
  if (typeof extension !== "object" || extension === null) {
    return undefined;
  }
  const { property, header, values } = extension as Readonly<Record<string, unknown>>;
  const list = (Array.isArray(values) ? values : [values]).filter(
    (each) => typeof each === "string",
  );
  const name = header ?? property ?? "type";
  return typeof name !== "string" || list.length === 0
    ? undefined
    : { in: header === undefined ? "body" : "header", name, values: list };
}

function listTypeConditions({ requestBody }: Operation): readonly Condition[] {
  const [mediaType] = requestBody?.value.content ?? [];
  const property = mediaType?.schema && findSchemaProperty(mediaType.schema, "type", new Set());
  const values = property && listConstants(property, new Set());
  return values === undefined ? [] : [{ in: "body", name: "type", values }];
}

function listHeaderConditions({ parameters }: Operation): readonly Condition[] {
  return parameters.flatMap(({ value }) => {
    const values = value.in === "header" ? listConstants(value.schema, new Set()) : undefined;
    return values?.length === 1 ? [{ in: "header" as const, name: value.name, values }] : [];
  });
}

/** A property, through references and `allOf`. */
function findSchemaProperty(schema: Schema, name: string, seen: Set<Schema>): Schema | undefined {
  if (seen.has(schema)) {
    return undefined;
  }
  seen.add(schema);
  const own = schema.properties?.get(name);
  if (own !== undefined) {
    return own;
  }
  for (const part of listConjuncts(schema)) {
    const found = findSchemaProperty(part, name, seen);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** The strings that a schema allows. Undefined when it does not list them. */
function listConstants(schema: Schema, seen: Set<Schema>): readonly string[] | undefined {
  const values = writtenValues(schema);
  if (values !== undefined) {
    return values.every((value) => typeof value === "string") ? values : undefined;
  }
  if (schema.ref === undefined || seen.has(schema)) {
    return undefined;
  }
  return listConstants(schema.ref.target, seen.add(schema));
}

function reportInvalidExtension({ location, path }: Operation): Diagnostic {
  return {
    severity: "warning",
    code: "invalid-webhook-extension",
    message: `The \`x-webhook\` of \`${path}\` is not in a form that specwright reads.`,
    fix: "Write the event's name, or { property, values } or { header, values }.",
    file: location.file,
    pointer: `${location.pointer}/x-webhook`,
  };
}

function warnIndistinguishable({ location, path }: Operation): Diagnostic {
  return {
    severity: "warning",
    code: "indistinguishable-webhook",
    message: `The webhook \`${path}\` cannot be distinguished from one before it: the first whose schema fits gets the message.`,
    fix: "Give the body a `type` with a `const`, or name the event with `x-webhook`.",
    file: location.file,
    pointer: location.pointer,
  };
}
