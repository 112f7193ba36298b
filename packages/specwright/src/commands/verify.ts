import { createDiagnosticError, type Diagnostic, DiagnosticError } from "../diagnostic.ts";
import type { Check } from "../verify/checks.ts";
import { checks } from "../verify/checks.ts";
import { type Verification, verifyServer } from "../verify/verify-server.ts";
import { type DocumentInput, resolveInput } from "./load/document-input.ts";
import { loadInput } from "./load/load-model.ts";
import { loadValidators } from "./packages/load-validators.ts";

/** The document, the server, and the options for calling it. */
export interface VerifyOptions extends DocumentInput {
  /** The address before the document's paths, such as `http://localhost:3000/v1`. */
  readonly url: string;
  /** Credentials by security scheme: a key, a token, or `user:password`. */
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
 */
export async function verify(options: VerifyOptions): Promise<VerifyResult> {
  const input = resolveInput(options);
  const { model, diagnostics } = loadInput(input, { source: input.name });
  const { auth = {}, headers = {}, ignore = [], url } = options;
  const schemes = [...model.components.securitySchemes.keys()];
  assertKnown(Object.keys(auth), schemes, "security scheme");
  assertKnown(ignore, Object.keys(checks), "check");
  await assertReachable(url);
  const verification = await verifyServer({
    model,
    validators: await loadValidators(model, input.folder),
    url: url.replace(/\/$/, ""),
    secrets: auth,
    headers: Object.entries(headers),
    seed: options.seed ?? 1,
    cases: options.cases ?? 10,
    ignored: new Set(ignore.filter(isCheck)),
    timeoutMilliseconds: (options.timeout ?? 10) * 1000,
  });
  return { ...verification, diagnostics };
}

function isCheck(name: string): name is Check {
  return Object.hasOwn(checks, name);
}

function assertKnown(names: readonly string[], known: readonly string[], what: string): void {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new DiagnosticError(
      unknown.map((name) => ({
        severity: "error",
        code: "unknown-name",
        message: `The document has no ${what} \`${name}\`.`.replace(
          "The document has no check",
          "`verify` has no check",
        ),
        fix: known.length === 0 ? "Leave it out." : `Use one of ${known.join(", ")}.`,
      })),
    );
  }
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
