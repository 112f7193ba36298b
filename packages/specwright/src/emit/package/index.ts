import type { OutputFile } from "../../output-file.ts";
import type { Target } from "../define-target.ts";
import { renderHeader } from "../shared/print/header.ts";
import type { EmitContext, EmitResult } from "../target.ts";
import { documentFile, renderPackageJson } from "./package-json.ts";
import type { PackagePlan } from "./package-plan.ts";
import { renderReadme } from "./readme.ts";

/** Emits the files that make each target a publishable package: its manifest, its README and its licence. */
export function emitPackages(context: EmitContext, plan: PackagePlan): EmitResult {
  const files = plan.targets.flatMap((target) => emitPackageFiles(context, plan, target));
  return { files, diagnostics: [] };
}

function emitPackageFiles(
  context: EmitContext,
  plan: PackagePlan,
  target: Target,
): readonly OutputFile[] {
  const { model, command } = context;
  const { name } = target;
  const header = renderHeader({ source: model.source, command });
  return [
    // The types have only declarations. This empty module is for code that imports the package without `import type`.
    // With `enums: const` they have a module of their own.
    ...(name === "types" && context.typeOptions?.constEnums !== true
      ? [{ path: "types/index.js", content: `${header}export {};\n` }]
      : []),
    ...(name === "types" ? [{ path: `types/${documentFile}`, content: plan.document }] : []),
    { path: `${name}/package.json`, content: renderPackageJson(context, plan, target) },
    { path: `${name}/README.md`, content: renderReadme(context, plan, target) },
    ...(plan.licenseText === undefined
      ? []
      : [{ path: `${name}/LICENSE`, content: plan.licenseText }]),
  ];
}
