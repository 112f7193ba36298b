import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";

/** Compiles a file of types to JavaScript and returns its exports at run time. */
export async function importValues(
  text: string,
  folder: string,
  name: string,
): Promise<Readonly<Record<string, unknown>>> {
  const { code } = await transform(text, { loader: "ts", format: "esm" });
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, code);
  return { ...(await import(path)) };
}

/**
 * Puts the enums of the second file of types into both files. For the compiler, enums of two files are never identical.
 * When their values are the same, this allows comparing the types that refer to them.
 */
export function withSharedEnums(
  ours: string,
  theirs: string,
  name: string,
): { readonly ours: string; readonly theirs: string; readonly shared: string } {
  const enums = [...theirs.matchAll(enumBlock)];
  const names = enums.map(([, enumName]) => enumName).join(", ");
  const imported = `import { ${names} } from "./${name}.js";\nexport { ${names} };\n`;
  const measureShare = (text: string): string =>
    (enums.length === 0 ? "" : imported) +
    text.replaceAll(enumBlock, "").replaceAll(listValue, "$1;");
  return {
    ours: measureShare(ours),
    theirs: measureShare(theirs),
    shared: enums.map(([text]) => text).join("\n"),
  };
}

const enumBlock = /^export enum (\w+) \{\n((?:[ ].*\n)*)\}\n/gm;

/** A list with its values. A declaration file must not contain values. Its type may take several lines. */
const listValue = /^(export const [^=]*) = \[.*\];$/gm;

/** The values of each enum by its name, in the order of its members. A name that is declared twice has two entries. */
export function readEnums(text: string): ReadonlyMap<string, readonly string[]> {
  const enums = new Map<string, string[]>();
  for (const [, name = "", members = ""] of text.matchAll(enumBlock)) {
    const values = [...members.matchAll(/ = (.*?),?$/gm)].map(([, value]) => value);
    enums.set(name, [...(enums.get(name) ?? []), values.join()]);
  }
  return enums;
}

/** The names of everything that a file of types exports. */
export function readExports(text: string): readonly string[] {
  const names = [...text.matchAll(/^export (?:type|interface|enum|const) ([\w$]+)/gm)];
  return [...new Set(names.map(([, name = ""]) => name))].sort();
}
