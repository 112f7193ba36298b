import type { ScopedTransaction } from "../../base/db/transactions/scoped.ts";
import type { Caller } from "../../domain/keys/authenticate.ts";
import {
  type OrganizationScope,
  runInOrganization,
  runInProject,
  type Scope,
} from "../../domain/scope.ts";
import type { RequestContext } from "./handler.ts";

interface ProjectInput {
  readonly context: RequestContext;
  readonly principal: { readonly ProjectKey: Caller & { readonly kind: "project" } };
}

interface OrganizationInput {
  readonly context: RequestContext;
  readonly principal: { readonly OrganizationKey: Caller & { readonly kind: "organization" } };
}

/** Runs `work` in one transaction of the caller's project. */
export async function runInCallersProject<T>(
  input: ProjectInput,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  return await runInProject(input.context.services.platform, input.principal.ProjectKey, work);
}

/** Runs `work` in one transaction of the caller's organization. */
export async function runInCallersOrganization<T>(
  input: OrganizationInput,
  work: (scope: OrganizationScope) => Promise<T>,
): Promise<T> {
  const { organizationId } = input.principal.OrganizationKey;
  return await runInOrganization(input.context.services.platform, organizationId, work);
}

/**
 * Like `runInCallersProject`, for an operation whose whole effect is in the transaction. The result of `work` is stored in the
 * same transaction for the request's `Idempotency-Key`. A request that is cut off therefore either had no effect, or
 * its response is stored.
 */
export async function runOnceInProject<T extends { readonly status: number }>(
  input: ProjectInput,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  return await runOnce(input.context, work, (once) => runInCallersProject(input, once));
}

/** `runOnceInProject` for operations of the owner. */
export async function runOnceInOrganization<T extends { readonly status: number }>(
  input: OrganizationInput,
  work: (scope: OrganizationScope) => Promise<T>,
): Promise<T> {
  return await runOnce(input.context, work, (once) => runInCallersOrganization(input, once));
}

async function runOnce<S extends { readonly trx: ScopedTransaction }, T extends { status: number }>(
  { found: { keyed } }: RequestContext,
  work: (scope: S) => Promise<T>,
  run: (once: (scope: S) => Promise<T>) => Promise<T>,
): Promise<T> {
  const kept = await run(async (scope) => {
    const answer = await work(scope);
    await keyed?.finishIn(scope.trx, answer);
    return answer;
  });
  keyed?.markFinished();
  return kept;
}
