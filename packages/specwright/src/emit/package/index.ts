import type { OutputFile } from "../../output-file.ts";
import { renderHeader } from "../print/header.ts";
import type { EmitContext, EmitResult } from "../target.ts";
import { documentFile, renderPackageJson } from "./package-json.ts";
import type { PackagePlan, PackageTarget } from "./package-plan.ts";
import { renderReadme } from "./readme.ts";

/** Emits the files that make each target a publishable package: its manifest, its README and its licence. */
export function emitPackages(context: EmitContext, plan: PackagePlan): EmitResult {
  const files = [...plan.names.keys()].flatMap((target) => emitPackageFiles(context, plan, target));
  return { files, diagnostics: [] };
}

function emitPackageFiles(
  context: EmitContext,
  plan: PackagePlan,
  target: PackageTarget,
): readonly OutputFile[] {
  const { model, command } = context;
  const header = renderHeader({ source: model.source, command });
  return [
    // The types have only declarations. This empty module is for code that imports the package without `import type`.
    ...(target === "types"
      ? [
          { path: "types/index.js", content: `${header}export {};\n` },
          { path: `types/${documentFile}`, content: plan.document },
        ]
      : []),
    { path: `${target}/package.json`, content: renderPackageJson(model, plan, target) },
    { path: `${target}/README.md`, content: renderReadme(context, plan, target) },
    ...(plan.licenseText === undefined
      ? []
      : [{ path: `${target}/LICENSE`, content: plan.licenseText }]),
  ];
}
