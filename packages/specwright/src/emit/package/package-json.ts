import type { Model } from "../../model/model.ts";
import { escapeJson } from "../escape/json.ts";
import { listTargetImports } from "../print/target-imports.ts";
import type { PackagePlan, PackageTarget } from "./package-plan.ts";

/** The lowest version of Zod that counts lengths as JSON Schema does. */
const zodRange = "^4.5.0";

/** A short description of each target. */
const descriptions: Readonly<Record<PackageTarget, string>> = {
  types: "TypeScript types",
  client: "client",
  validators: "Zod validators",
  server: "router and types of its handlers",
};

/** `package.json` of the package of a target. */
export function renderPackageJson(model: Model, plan: PackagePlan, target: PackageTarget): string {
  const { license, author, repository, homepage, bugs, keywords } = plan;
  const { access, provenance } = plan;
  return escapeJson({
    name: plan.names.get(target),
    version: plan.versions.get(target),
    description: `${cutToOneLine(model.info.title)}: ${descriptions[target]}`,
    keywords,
    license,
    author,
    homepage,
    bugs: bugs && (bugs.includes("://") ? { url: bugs } : { email: bugs }),
    repository: repository && {
      type: "git",
      url: repository.url,
      directory: repository.directory && `${repository.directory}/${target}`,
    },
    type: "module",
    sideEffects: false,
    exports: {
      ".": { types: "./index.d.ts", default: "./index.js" },
      ...(target === "server" && hasWebhooks(model) && { "./webhooks": webhooksEntry }),
      ...(target === "types" && { "./openapi.json": "./openapi.json" }),
      "./package.json": "./package.json",
    },
    files: ["*.js", "*.d.ts", ...(target === "types" ? [documentFile] : []), "CHANGELOG.md"],
    engines: { node: ">=20" },
    publishConfig:
      access === undefined && provenance === undefined ? undefined : { access, provenance },
    ...listDependencyVersions(plan, target),
  });
}

/** The API document in the package of the types. `specwright diff npm:<package>` reads it. */
export const documentFile = "openapi.json";

/** The webhook receiver does not need the router. */
const webhooksEntry = { types: "./webhooks.d.ts", default: "./webhooks.js" };

function hasWebhooks({ webhooks }: Model): boolean {
  return webhooks.some(({ operations }) => operations.length > 0);
}

function listDependencyVersions(
  { names, versions, toolVersion }: PackagePlan,
  target: PackageTarget,
): Readonly<Record<string, unknown>> {
  // The packages were generated together, so they depend on exactly these versions.
  const own = listTargetImports(target).map(
    (other) => [names.get(other), versions.get(other)] as const,
  );
  const usesZod = target === "validators" || target === "server";
  return target === "types"
    ? {}
    : {
        dependencies: Object.fromEntries([
          ...own,
          ["@specwright/runtime", `^${toolVersion}`] as const,
        ]),
        ...(usesZod && { peerDependencies: { zod: zodRange } }),
      };
}

/** A string without line breaks, no longer than registries show. */
function cutToOneLine(text: string): string {
  return [...text.replace(/[\s\p{Cc}]+/gu, " ").trim()].slice(0, 120).join("");
}
