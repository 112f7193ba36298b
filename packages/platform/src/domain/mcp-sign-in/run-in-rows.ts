import type { Platform, Scope } from "../scope.ts";

/** A transaction of a project that needs none of its toolkits. */
export type RowsScope = Pick<Scope, "platform" | "trx" | "projectId">;

/** Runs `work` in one transaction of the project, as `runInProject` does, without reading the version of its catalog. */
export async function runInRows<T>(
  platform: Platform,
  projectId: string,
  work: (scope: RowsScope) => Promise<T>,
): Promise<T> {
  return await platform.database.transactInProject(projectId, (trx) =>
    work({ platform, trx, projectId }),
  );
}
