import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";

/** The exports of a file of types at run time, once it is JavaScript. */
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
 * Two files of types with the enums of the second in both. Enums of two files are never identical to the compiler; where
 * their values are the same, whatever mentions them can still be compared.
 */
export function withSharedEnums(
  ours: string,
  theirs: string,
  name: string,
): { readonly ours: string; readonly theirs: string; readonly shared: string } {
  const enums = [...theirs.matchAll(enumBlock)];
  const names = enums.map(([, enumName]) => enumName).join(", ");
  const imported = `import { ${names} } from "./${name}.js";\nexport { ${names} };\n`;
  const share = (text: string): string =>
    (enums.length === 0 ? "" : imported) +
    text.replaceAll(enumBlock, "").replaceAll(listValue, "$1;");
  return {
    ours: share(ours),
    theirs: share(theirs),
    shared: enums.map(([text]) => text).join("\n"),
  };
}

const enumBlock = /^export enum (\w+) \{\n((?:[ ].*\n)*)\}\n/gm;

/** In a declaration file, a list has no value. Its type may take several lines. */
const listValue = /^(export const [^=]*) = \[.*\];$/gm;

/** The values of each enum by its name, in the order of its members; a list where a name is declared again. */
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
