import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { inRoot } from "../support/paths.ts";
import { workshop } from "./generation.ts";
import { measureProcess } from "./process.ts";
import type { Section } from "./report.ts";

const tsc = inRoot("node_modules/typescript/bin/tsc");

/** What the output costs those who use it: the compiler's time and the time of importing. Follows the generation. */
export async function benchOutput(): Promise<Section> {
  const outputs = [
    ["our document", "ours"],
    ["GitHub's", "github"],
  ].filter(([, folder]) => existsSync(`${workshop}/${folder}/types/index.d.ts`));
  const rows: string[][] = [];
  for (const [label = "", folder = ""] of outputs) {
    for (const skipLibCheck of [false, true]) {
      const seconds = await typeCheck(folder, skipLibCheck);
      rows.push([
        `${label}: TypeScript 7, strict, skipLibCheck ${skipLibCheck}`,
        `${seconds.toFixed(2)} s`,
      ]);
    }
    const imported = await importTime(folder);
    rows.push([`${label}: importing validators and server`, `${imported.toFixed(3)} s`]);
  }
  return {
    title: "The output in use",
    text: "Every `.d.ts` of all four targets as a root; whole process, median of five. Importing is a whole process less one that imports nothing.",
    columns: ["", "time"],
    rows,
  };
}

async function typeCheck(folder: string, skipLibCheck: boolean): Promise<number> {
  const config = `${workshop}/tsconfig.${folder}.json`;
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
  await writeFile(config, JSON.stringify({ compilerOptions, include: [`${folder}/**/*.d.ts`] }));
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
