import { createDiagnosticError, type Diagnostic } from "../diagnostic.ts";
import { buildSentModel, type ParameterSettings } from "../emit/shared/parameters/sent-model.ts";
import type { Check } from "../verify/checks.ts";
import { checks } from "../verify/checks.ts";
import { type Verification, verifyServer } from "../verify/verify-server.ts";
import { type DocumentInput, resolveInput } from "./load/document-input.ts";
import { loadInput } from "./load/load-model.ts";
import { assertKnown } from "./load/workflows/assert-known.ts";
import { planWorkflows } from "./load/workflows/plan-workflows.ts";
import type { WorkflowOptions } from "./load/workflows/workflow-options.ts";
import { loadValidators } from "./packages/load-validators.ts";

/** The document, the server, and the options for calling it. */
export interface VerifyOptions extends DocumentInput, ParameterSettings {
  /** The address before the document's paths, such as `http://localhost:3000/v1`. */
  readonly url: string;
  /**
   * Credentials by security scheme: a key, a token, or `user:password`. For another API that workflows call, by the names of its
   * source description and of the scheme: `billing.Key`.
   */
  readonly auth?: Readonly<Record<string, string>>;
  /** Headers of every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: 1. */
  readonly seed?: number;
  /** The number of random requests for each operation. Default: 10. */
  readonly cases?: number;
  /** Checks to leave out. */
  readonly ignore?: readonly string[];
  /** How long a response may take, in seconds. Default: 10. */
  readonly timeout?: number;
  /** Workflows to run beside the requests that are made from the document. */
  readonly workflows?: WorkflowOptions;
}

/** The findings, and warnings about the document. */
export interface VerifyResult extends Verification {
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Sends requests to a running server and checks every response against the document. The requests create, change and
 * delete data on the server.
 *
 * @throws DiagnosticError with every problem of the document, for names of schemes and checks that do not exist, and
 * when no server responds at the address.
 * @example
 * ```ts
 * import { verify } from "specwright";
 *
 * const { findings } = await verify({
 *   document: "openapi.yaml",
 *   url: "http://localhost:3000",
 *   auth: { apiKey: "test-key" },
 * });
 * for (const { check, message } of findings) console.log(check, message);
 * ```
 */
export async function verify(options: VerifyOptions): Promise<VerifyResult> {
  const input = resolveInput(options);
  const { auth = {}, headers = {}, ignore = [], url, workflows } = options;
  const loaded = loadInput(input, { source: input.name });
  const model = buildSentModel(loaded.model, options);
  const schemes = [...model.components.securitySchemes.keys()];
  const isOwn = (name: string): boolean => schemes.includes(name);
  const [own, foreign] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(auth).filter(([name]) => isOwn(name) === wanted)),
  );
  if (workflows === undefined) {
    assertKnown(Object.keys(foreign ?? {}), schemes, "security scheme");
  }
  assertKnown(ignore, Object.keys(checks), "check", "`verify`");
  await assertReachable(url);
  const main = {
    target: {
      ...{ model, secrets: own ?? {}, headers: Object.entries(headers) },
      url: url.replace(/\/$/, ""),
    },
    validators: await loadValidators(model, input.folder),
  };
  const planned =
    workflows === undefined
      ? undefined
      : await planWorkflows(workflows, {
          ...{ input, main, servers: workflows.servers ?? {}, auth: foreign ?? {} },
          mainPaths: [input.path, loaded.written.path, loaded.document.root.path],
        });
  const verification = await verifyServer({
    ...main,
    seed: options.seed ?? 1,
    cases: options.cases ?? 10,
    ignored: new Set(ignore.filter(isCheck)),
    timeoutMilliseconds: (options.timeout ?? 10) * 1000,
    workflows: planned?.plan,
    onlyWorkflows: workflows?.only ?? false,
  });
  return { ...verification, diagnostics: [...loaded.diagnostics, ...(planned?.diagnostics ?? [])] };
}

function isCheck(name: string): name is Check {
  return Object.hasOwn(checks, name);
}

/** @throws DiagnosticError when no server listens at the address. Otherwise every request would be reported as a finding. */
async function assertReachable(url: string): Promise<void> {
  try {
    const { body } = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(10_000) });
    await body?.cancel();
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw createDiagnosticError({
      code: "no-server",
      message: `No server answers at ${url}: ${cause instanceof Error ? cause.message : String(cause)}.`,
      fix: "Start the server, and pass the address in front of the document's paths, such as http://localhost:3000/v1.",
    });
  }
}
