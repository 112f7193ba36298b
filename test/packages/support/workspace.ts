import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { stagePackages } from "../../../scripts/support/stage-packages.ts";
import { installInto, packInto } from "./install.ts";
import { runWell } from "./run.ts";

/** The packages of the targets. */
export const targets = ["types", "client", "validators", "server"] as const;

/** An API with packages to test. */
export interface PackagedApi {
  readonly name: "notes" | "platform";
  /** The generated folder. */
  readonly folder: string;
  /** Packed, in the order of `targets`. */
  readonly files: readonly string[];
}

/** A temporary folder with all packed packages. */
export interface Workspace {
  readonly folder: string;
  /** Packed: the patterns, the runtime, the templates, specwright. */
  readonly own: readonly string[];
  /** A project that contains specwright. */
  readonly tool: string;
  /**
   * The packages of two documents: of the project that `specwright init` made below `tool`, and of our own document.
   */
  readonly apis: readonly PackagedApi[];
  remove(): void;
}

/** Packs our packages, which `npm test` built, installs them into an empty project, and packs what they generate there. */
export async function createWorkspace(): Promise<Workspace> {
  // A path without symbolic links, because messages and manifests contain real paths.
  const folder = mkdtempSync(join(tmpdir(), "specwright-packages-"));
  const own = await packInto(await stagePackages(join(folder, "staged")), join(folder, "packed"));
  const tool = join(folder, "tool");
  await installInto(tool, own);
  await runWell(tool, "npx", ["--no-install", "specwright", "init", "notes"]);
  const apis: PackagedApi[] = [];
  for (const [name, root] of [
    ["notes", "notes/openapi.yaml"],
    ["platform", resolveInRoot("spec/openapi.yaml")],
  ] as const) {
    mkdirSync(join(tool, name), { recursive: true });
    writeFileSync(join(tool, "redocly.yaml"), writeWorkspaceConfiguration(name, root));
    await runWell(tool, "npx", ["--no-install", "specwright", "generate"]);
    const generated = join(tool, name, "generated");
    const folders = targets.map((target) => join(generated, target));
    apis.push({ name, folder: generated, files: await packInto(folders, join(folder, "packed")) });
  }
  return {
    folder,
    own,
    tool,
    apis,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function writeWorkspaceConfiguration(name: string, root: string): string {
  return `apis:
  ${name}:
    root: ${root}
    x-specwright:
      out: ${name}/generated
      package:
        scope: '@example'
        license: MIT
        licenseFile: ${resolveInRoot("LICENSE")}
        repository:
          url: git+https://git.example.com/example/${name}.git
          directory: generated
        access: public
`;
}
