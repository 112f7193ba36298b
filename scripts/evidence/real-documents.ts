import { mkdir, rm } from "node:fs/promises";
import { basename, dirname, extname } from "node:path";
import { compileOutput } from "../../test/evidence/real-documents/compile.ts";
import { peers } from "../../test/evidence/real-documents/peer-clients.ts";
import { compareRequests } from "../../test/evidence/real-documents/requests.ts";
import { compareValues } from "../../test/evidence/real-documents/values.ts";
import { Failure, main } from "../support/failure.ts";
import { resolveInRoot } from "../support/paths.ts";
import { runCommand } from "../support/run.ts";

/**
 * Tests specwright on documents of other people. It generates all targets with the built command, compiles the output
 * with both compilers, compares the validators with Ajv on 200 values of each schema, and compares 100 requests of our
 * client with those of hey-api's and of Redocly's. Prints the differences and a table.
 */
await main(async () => {
  const documents = process.argv.slice(2);
  if (documents.length === 0) {
    throw new Failure(
      "This needs OpenAPI documents.\nRun npm run build, then node -C source scripts/evidence/real-documents.ts <document>...",
    );
  }
  const rows: string[] = [];
  for (const document of documents) {
    rows.push(await tryDocument(document));
  }
  console.log(`
| document | operations, schemas | TypeScript 7, 5.9 | values as Ajv | ${peers.map(({ name }) => `requests as ${name}`).join(" | ")} |
| --- | ---: | ---: | ---: |${" ---: |".repeat(peers.length)}
${rows.join("\n")}`);
});

async function tryDocument(document: string): Promise<string> {
  const plain = basename(document, extname(document));
  const name = plain === "openapi" ? basename(dirname(document)) : plain;
  const folder = resolveInRoot(`.cache/real-documents/${name}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const cli = resolveInRoot("packages/specwright/bin/specwright.js");
  const printed = await runCommand(process.execPath, [
    cli,
    "generate",
    document,
    "--out",
    `${folder}/out`,
  ]);
  const errors = await compileOutput(folder);
  const values = await compareValues(document, folder);
  const requests: Comparison[] = [];
  for (const peer of peers) {
    requests.push(await compareRequests(document, folder, peer));
  }
  const different = requests.flatMap(({ differences }) => differences);
  for (const difference of [...errors.flat(), ...values.differences, ...different]) {
    console.log(`${name}: ${difference}`);
  }
  const [, size = ""] = /^(\d+ operations, \d+ schemas)/m.exec(printed) ?? [];
  const compiled = errors.map((each) => `${each.length} errors`).join(", ");
  return `| ${name} | ${size} | ${compiled} | ${[values, ...requests].map(formatShare).join(" | ")} |`;
}

/** How often two sides agreed, and where they did not. */
export interface Comparison {
  readonly same: number;
  readonly all: number;
  readonly differences: readonly string[];
}

function formatShare({ same, all }: Comparison): string {
  return `${same.toLocaleString("en")} of ${all.toLocaleString("en")}`;
}
