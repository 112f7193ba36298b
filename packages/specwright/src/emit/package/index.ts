import type { OutputFile } from "../../output-file.ts";
import { renderHeader } from "../print/header.ts";
import type { EmitContext, EmitResult } from "../target.ts";
import { renderPackageJson } from "./package-json.ts";
import type { PackagePlan, PackageTarget } from "./package-plan.ts";
import { renderReadme } from "./readme.ts";

/** Emits what makes a publishable package of each target: its manifest, its README and its licence. */
export function emitPackages(context: EmitContext, plan: PackagePlan): EmitResult {
  const files = [...plan.names.keys()].flatMap((target) => packageFiles(context, plan, target));
  return { files, diagnostics: [] };
}

function packageFiles(
  context: EmitContext,
  plan: PackagePlan,
  target: PackageTarget,
): readonly OutputFile[] {
  const { model, command } = context;
  const header = renderHeader({ source: model.source, command });
  return [
    // Types are declarations alone. Somebody imports the package without `type` none the less.
    ...(target === "types" ? [{ path: "types/index.js", content: `${header}export {};\n` }] : []),
    { path: `${target}/package.json`, content: renderPackageJson(model, plan, target) },
    { path: `${target}/README.md`, content: renderReadme(context, plan, target) },
    ...(plan.licenseText === undefined
      ? []
      : [{ path: `${target}/LICENSE`, content: plan.licenseText }]),
  ];
}
