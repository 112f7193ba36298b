import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { resolveInRoot } from "../scripts/support/paths.ts";
import { buildPeerTypesArgs, locateGithubDocument, peerTypes, workshop } from "./generation.ts";
import { measureProcess } from "./process.ts";
import { formatRatio, type Section } from "./report/report.ts";

const tsc = resolveInRoot("node_modules/typescript/bin/tsc");

/**
 * Measures the output in use: the time of compiling and of importing it. Runs after the benchmark of generation, whose
 * output it uses.
 */
export async function benchOutput(): Promise<Section> {
  const outputs = [
    ["our document", "ours"],
    ["GitHub's", "github"],
  ].filter(([, folder]) => existsSync(`${workshop}/${folder}/types/index.d.ts`));
  const peer = await measurePeerCheck();
  const rows: string[][] = [
    [
      "a project that imports Zod and nothing else, skipLibCheck false",
      `${(await measureZodCheck()).toFixed(2)} s`,
      "",
    ],
  ];
  for (const [label = "", folder = ""] of outputs) {
    const isCompared = folder === "github" && peer !== undefined;
    const renderOutputRow = (name: string, seconds: number): string[] => [
      `${label}: ${name}`,
      `${seconds.toFixed(2)} s`,
      isCompared ? formatRatio(seconds, peer) : "",
    ];
    const every = [`${folder}/**/*.d.ts`];
    rows.push(
      renderOutputRow(
        "TypeScript 7, strict, skipLibCheck false",
        await timeTypeCheck(folder, every),
      ),
    );
    rows.push(
      renderOutputRow(
        "TypeScript 7, strict, skipLibCheck true",
        await timeTypeCheck(folder, every, true),
      ),
    );
    if (isCompared) {
      const types = [`${folder}/types/*.d.ts`];
      rows.push(
        renderOutputRow("types alone, skipLibCheck false", await timeTypeCheck(folder, types)),
      );
      rows.push(renderOutputRow("openapi-typescript 7.13's types, skipLibCheck false", peer));
    }
    const imported = await importTime(folder);
    rows.push([`${label}: importing validators and server`, `${imported.toFixed(3)} s`, ""]);
  }
  return {
    title: "The output in use",
    text: "How long the TypeScript compiler takes to check the generated declarations, and Node to import the generated code. The compiler checks every `.d.ts` of all four targets in a new process; the figures are medians of five runs. With `skipLibCheck: false` it also checks its own declarations and those of Zod, which alone take the time of the first line. The time of an import is that of a process, less that of a process that imports nothing. The ratio is to the types that openapi-typescript makes of GitHub's document.",
    columns: ["Measured", "Time", "Ratio"],
    rows,
  };
}

/**
 * The time of checking openapi-typescript's types of GitHub's document; undefined when this machine does not have the
 * document.
 */
async function measurePeerCheck(): Promise<number | undefined> {
  const document = locateGithubDocument();
  if (document === undefined) {
    return undefined;
  }
  if (!existsSync(peerTypes)) {
    // Run in another folder, because openapi-typescript would read our redocly.yaml.
    await measureProcess({ args: buildPeerTypesArgs(document), cwd: workshop, runs: 1 });
  }
  return timeTypeCheck("peer", [basename(peerTypes)]);
}

/** The time that the compiler spends on its own declarations and Zod's. */
async function measureZodCheck(): Promise<number> {
  await writeFile(`${workshop}/zod-only.ts`, 'export type { ZodType } from "zod";\n');
  return timeTypeCheck("zod-only", ["zod-only.ts"]);
}

/** Checks files below the workshop. */
async function timeTypeCheck(
  name: string,
  include: readonly string[],
  skipLibCheck = false,
): Promise<number> {
  const config = `${workshop}/tsconfig.${name}.json`;
  const compilerOptions = {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck,
    target: "es2024",
    module: "nodenext",
    lib: ["es2024", "dom", "dom.iterable"],
    types: [],
  };
  await writeFile(config, JSON.stringify({ compilerOptions, include }));
  return (await measureProcess({ args: [tsc, "-p", config] })).seconds;
}

async function importTime(folder: string): Promise<number> {
  const program = `${workshop}/import.${folder}.mjs`;
  const empty = `${workshop}/import.nothing.mjs`;
  await writeFile(
    program,
    `import "./${folder}/validators/index.js";\nimport "./${folder}/server/index.js";\n`,
  );
  await writeFile(empty, "");
  const all = await measureProcess({ args: [program] });
  const nothing = await measureProcess({ args: [empty] });
  return all.seconds - nothing.seconds;
}
