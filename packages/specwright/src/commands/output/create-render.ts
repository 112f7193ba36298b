import type { PackagePlan } from "../../emit/package/package-plan.ts";
import { escapeString } from "../../emit/shared/escape/string.ts";
import type { TargetImports } from "../../emit/shared/print/target-imports.ts";
import { createTemplates } from "../../emit/shared/print/templates.ts";
import type { Render } from "../../text/render.ts";
import type { Session } from "../../watch/session.ts";

/**
 * The templates of a run. A session keeps them compiled until the key changes. The key also covers the names of packages.
 *
 * @param version The version of the code of targets of one's own.
 */
export function createRender(
  { templates, key }: { readonly templates?: string; readonly key: string },
  targets: TargetImports,
  session: Session | undefined,
  version: string,
): Render {
  const full = `${key} ${version}`;
  if (session?.templates?.key === full) {
    return session.templates.render;
  }
  const render = createTemplates({ folder: templates, targets });
  if (session !== undefined) {
    session.templates = { key: full, render };
  }
  return render;
}

/** The specifiers with which targets import each other when each of them is a package. */
export function mapPackageImports({ names }: PackagePlan): TargetImports {
  return Object.fromEntries([...names].map(([target, name]) => [target, escapeString(name)]));
}
