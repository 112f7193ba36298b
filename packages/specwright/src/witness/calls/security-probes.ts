import type { Change } from "../../compare/change.ts";
import type { Model, SecurityRequirement } from "../../document/model/model.ts";
import { quoteName } from "../../text/code-span.ts";
import type { CallSides, Probe, ReadPart } from "./judge-probe.ts";
import type { HandledInput } from "./open-router.ts";
import { planShortestCall } from "./write-client-call.ts";

/** Requests that may show what a change of credentials breaks: one for each way to call the operation. */
export function listSecurityProbes(
  change: Change,
  { client, router }: CallSides,
): readonly Probe[] {
  const shortest = planShortestCall(client.operation);
  if (shortest === undefined || router.operation === undefined) {
    return [];
  }
  const all = change.kind === "security-added" ? [] : client.operation.security;
  const ways: readonly (SecurityRequirement | undefined)[] = all.length === 0 ? [undefined] : all;
  const { components, ...model } = client.model;
  const { securitySchemes } = router.model.components;
  const changed = {
    model: { ...model, components: { ...components, securitySchemes } },
    operation: { ...client.operation, security: router.operation.security },
  };
  return ways.flatMap((way): readonly Probe[] => {
    const plan = { ...shortest, way };
    return change.kind.startsWith("security-scheme-")
      ? [...(way?.keys() ?? [])]
          .filter((name) => change.message.includes(quoteName(name)))
          .map((name) => ({ plan, changed, part: createCredentialPart(name) }))
      : [{ plan, changed }];
  });
}

function createCredentialPart(name: string): ReadPart {
  const read = ({ principal }: HandledInput): unknown =>
    Object.hasOwn(Object(principal), name) ? true : undefined;
  return {
    name,
    fromClient: read,
    fromRouter: read,
    describe: (found) =>
      `the credential ${name} is ${found === undefined ? "not looked at" : "checked"}`,
  };
}

const explicit = new WeakMap<Model, Model>();

/**
 * The document with the credentials that its clients send. One that describes schemes and never says which operations
 * need them leaves this open (`assumedSecurity`).
 */
export function nameSentCredentials(model: Model): Model {
  const { assumedSecurity, ...whole } = model;
  if (assumedSecurity === undefined) {
    return model;
  }
  const { security } = assumedSecurity;
  const named = explicit.get(model) ?? {
    ...whole,
    operations: model.operations.map((operation) => ({ ...operation, security })),
  };
  explicit.set(model, named);
  return named;
}
