import type { Model } from "../../document/model/model.ts";
import type { ImportedPackage, Target } from "../define-target.ts";
import { escapeJson } from "../shared/escape/json.ts";
import { temporalKinds } from "../shared/typescript/value-kinds.ts";
import type { ValuePlan } from "../shared/values/plan-values.ts";
import type { EmitContext } from "../target.ts";
import type { PackagePlan } from "./package-plan.ts";

/** `package.json` of the package of a target. */
export function renderPackageJson(
  { model, values }: Pick<EmitContext, "model" | "values">,
  plan: PackagePlan,
  { name, description, imports, packages }: Target,
): string {
  const { license, author, repository, homepage, bugs, keywords } = plan;
  const { access, provenance } = plan;
  return escapeJson({
    name: plan.names.get(name),
    version: plan.versions.get(name),
    description: `${cutToOneLine(model.info.title)}: ${description}`,
    keywords,
    license,
    author,
    homepage,
    bugs: bugs && (bugs.includes("://") ? { url: bugs } : { email: bugs }),
    repository: repository && {
      type: "git",
      url: repository.url,
      directory: repository.directory && `${repository.directory}/${name}`,
    },
    type: "module",
    sideEffects: false,
    // A name without its scope, so that `npx` finds the only command of the package.
    bin: commandFiles.has(name)
      ? { [plan.names.get(name)?.split("/").at(-1) ?? name]: commandFiles.get(name) }
      : undefined,
    exports: {
      ".": { types: "./index.d.ts", default: "./index.js" },
      ...(name === "server" && hasWebhooks(model) && { "./webhooks": webhooksEntry }),
      ...(name === "types" && { "./openapi.json": "./openapi.json" }),
      "./package.json": "./package.json",
    },
    files: ["*.js", "*.d.ts", ...(name === "types" ? [documentFile] : []), "CHANGELOG.md"],
    engines: { node: ">=20" },
    publishConfig:
      access === undefined && provenance === undefined ? undefined : { access, provenance },
    ...listDependencyVersions(plan, imports, [...packages, ...listValuePackages(values)]),
  });
}

/** The files of the targets whose package is a command. */
const commandFiles: ReadonlyMap<string, string> = new Map([
  ["tools", "server.js"],
  ["cli", "command.js"],
]);

/** The API document in the package of the types. `specwright diff npm:<package>` reads it. */
export const documentFile = "openapi.json";

/** The webhook receiver does not need the router. */
const webhooksEntry = { types: "./webhooks.d.ts", default: "./webhooks.js" };

function hasWebhooks({ webhooks }: Model): boolean {
  return webhooks.some(({ operations }) => operations.length > 0);
}

/** The package whose values of Temporal programs pass. They choose its version. */
function listValuePackages(values: ValuePlan | undefined): readonly ImportedPackage[] {
  const usesTemporal = [...(values?.kinds.values() ?? [])].some((kind) => temporalKinds.has(kind));
  return usesTemporal && values !== undefined
    ? [{ name: values.temporal, range: "*", kind: "peer" }]
    : [];
}

function listDependencyVersions(
  { names, versions, toolVersion }: PackagePlan,
  imports: readonly string[],
  packages: readonly ImportedPackage[],
): Readonly<Record<string, unknown>> {
  const list = (isListed: (kind: ImportedPackage["kind"]) => boolean): [string, string][] =>
    packages
      .filter(({ kind }) => isListed(kind))
      .map(({ name, range = `^${toolVersion}` }) => [name, range]);
  // The packages were generated together, so they depend on exactly these versions.
  const own = imports.map((other) => [names.get(other), versions.get(other)] as const);
  const all = [...own, ...list((kind) => kind === "dependency")];
  const peers = list((kind) => kind !== "dependency");
  const optional = list((kind) => kind === "optional peer");
  return {
    ...(all.length > 0 && { dependencies: Object.fromEntries(all) }),
    ...(peers.length > 0 && { peerDependencies: Object.fromEntries(peers) }),
    ...(optional.length > 0 && {
      peerDependenciesMeta: Object.fromEntries(
        optional.map(([name]) => [name, { optional: true }]),
      ),
    }),
  };
}

/** A string without line breaks, no longer than registries show. */
function cutToOneLine(text: string): string {
  return [...text.replace(/[\s\p{Cc}]+/gu, " ").trim()].slice(0, 120).join("");
}
