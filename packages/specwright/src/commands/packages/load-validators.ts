import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { createDiagnosticError } from "../../diagnostic.ts";
import type { Model } from "../../document/model/model.ts";
import { createTemplates } from "../../emit/shared/print/templates.ts";
import { emitValidators } from "../../emit/validators/index.ts";
import type { OperationValidators, Validators } from "../../verify/validators.ts";
import { findPackage } from "./find-package.ts";

/**
 * Generates the validators of a document into a temporary folder and loads them. Responses are thus checked by the same
 * code that projects run.
 *
 * @param folder The working folder, in which Zod may be installed.
 * @throws DiagnosticError when Zod is not installed.
 */
export async function loadValidators(model: Model, folder: string): Promise<Validators> {
  const temporary = await mkdtemp(join(tmpdir(), "specwright-verify-"));
  try {
    const { files } = emitValidators({
      model,
      command: "specwright verify",
      render: createTemplates(),
      readWriteSplit: true,
    });
    await mkdir(join(temporary, "validators"));
    for (const { path, content } of files) {
      await writeFile(join(temporary, path), content);
    }
    await writeFile(join(temporary, "package.json"), '{"type":"module"}');
    await writeFile(join(temporary, "explain.js"), explain);
    await linkPackages(temporary, folder);
    // An emitter wrote these modules above, and they have this shape.
    const { operations } = (await importFile(temporary, "validators/operations.js")) as {
      readonly operations: Readonly<Record<string, OperationValidators>>;
    };
    const explaining = (await importFile(temporary, "explain.js")) as Pick<Validators, "explain">;
    return { operations, explain: explaining.explain };
  } finally {
    // Loaded modules stay in memory.
    await rm(temporary, { recursive: true, force: true });
  }
}

const explain = `import { fieldIssues, fieldLines } from "@specwright/runtime/v1/schema";
export const explain = (place, issues) => fieldLines(place, fieldIssues(issues));
`;

function importFile(folder: string, path: string): Promise<unknown> {
  return import(/* @vite-ignore */ pathToFileURL(join(folder, path)).href);
}

/** Links the packages that validators import into the temporary folder. */
async function linkPackages(temporary: string, folder: string): Promise<void> {
  const runtime = dirname(
    createRequire(import.meta.url).resolve("@specwright/runtime/package.json"),
  );
  const zod = [folder, runtime].map((from) => findPackage("zod", from)?.folder).find(Boolean);
  if (zod === undefined || !existsSync(zod)) {
    throw createDiagnosticError({
      code: "missing-tool",
      message:
        "`specwright verify` judges answers with generated validators, which need zod, and zod is not installed.",
      fix: "Run `npm install --save-dev zod`, then the same command again.",
    });
  }
  const modules = join(temporary, "node_modules");
  await mkdir(join(modules, "@specwright"), { recursive: true });
  await symlink(runtime, join(modules, "@specwright/runtime"), "junction");
  await symlink(zod, join(modules, "zod"), "junction");
}
