import { mapPackageImports } from "../emit/package/package-imports.ts";
import type { PackagePlan } from "../emit/package/package-plan.ts";
import { createTemplates, type Render } from "../emit/print/templates.ts";
import type { ResolvedOptions } from "./generate-options.ts";
import type { Session } from "./load/session.ts";

/** The templates of a run. A session keeps them compiled until the key changes. The key also covers the names of packages. */
export function createRender(
  { templates, key }: ResolvedOptions,
  packages: PackagePlan | undefined,
  session: Session | undefined,
): Render {
  if (session?.templates?.key === key) {
    return session.templates.render;
  }
  const targets = packages && mapPackageImports(packages);
  const render = createTemplates({ folder: templates, targets });
  if (session !== undefined) {
    session.templates = { key, render };
  }
  return render;
}
