import type { Caller } from "../domain/keys/authenticate.ts";
import { inOrganization, inProject, type OrganizationScope, type Scope } from "../domain/scope.ts";
import type { RequestContext } from "./handler.ts";
import { answerIsKept, keepAnswer } from "./idempotency/idempotent.ts";

interface ProjectInput {
  readonly context: RequestContext;
  readonly principal: { readonly ProjectKey: Caller & { readonly kind: "project" } };
}

interface OrganizationInput {
  readonly context: RequestContext;
  readonly principal: { readonly OrganizationKey: Caller & { readonly kind: "organization" } };
}

/** Runs `work` in one transaction of the caller's project. */
export async function ofProject<T>(
  input: ProjectInput,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  return await inProject(input.context.services.platform, input.principal.ProjectKey, work);
}

/** Runs `work` in one transaction of the caller's organization. */
export async function ofOrganization<T>(
  input: OrganizationInput,
  work: (scope: OrganizationScope) => Promise<T>,
): Promise<T> {
  const { organizationId } = input.principal.OrganizationKey;
  return await inOrganization(input.context.services.platform, organizationId, work);
}

/**
 * Like `ofProject`, for an operation whose whole effect is in the transaction. The result of `work` is stored in the
 * same transaction for the request's `Idempotency-Key`. A request that is cut off therefore either had no effect, or
 * its response is stored.
 */
export async function onceOfProject<T extends { readonly status: number }>(
  input: ProjectInput,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const kept = await ofProject(input, async (scope) => {
    const answer = await work(scope);
    await keepAnswer(input.context, answer, scope.trx);
    return answer;
  });
  answerIsKept(input.context);
  return kept;
}

/** `onceOfProject` for operations of the owner. */
export async function onceOfOrganization<T extends { readonly status: number }>(
  input: OrganizationInput,
  work: (scope: OrganizationScope) => Promise<T>,
): Promise<T> {
  const kept = await ofOrganization(input, async (scope) => {
    const answer = await work(scope);
    await keepAnswer(input.context, answer, scope.trx);
    return answer;
  });
  answerIsKept(input.context);
  return kept;
}
