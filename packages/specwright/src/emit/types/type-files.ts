import type { OutputFile } from "../../output-file.ts";
import { renderHeader } from "../print/header.ts";
import { typeHelpers } from "../typescript/type-context.ts";
import type { TypeOptions } from "../typescript/type-options.ts";
import { type Declared, noDefinitions, printTypes, type TypesSource } from "./render-types.ts";

/**
 * The types of a document: `types/index.d.ts` exports all of them, and `components` and `operations` stand in files of
 * their own. TypeScript 7 parses, binds and checks files beside each other, so that one large file is what it waits for.
 */
export function renderTypeFiles(
  source: TypesSource,
  options: Pick<TypeOptions, "readWriteSplit" | "defaultNonNullable" | "emptyObjectsUnknown">,
): readonly OutputFile[] {
  const { paths, webhooks, components, operations, hoisted } = printTypes(source, options);
  const file = (name: string, declared: readonly Declared[], exports = ""): OutputFile => {
    const declarations = declared.map(({ text }) => text);
    const used = new Set(declared.flatMap((each) => [...each.used]));
    const links = [importsOf(used, name), exports].filter((lines) => lines !== "").join("\n");
    return {
      path: `types/${name}.d.ts`,
      content: source.render("types/index", {
        header: renderHeader({ source: source.model.source, command: source.command }),
        declarations: links === "" ? declarations : [links, ...declarations],
        helpers: typeHelpers({ used }),
      }),
    };
  };
  return [
    file("index", [paths, webhooks, { text: noDefinitions, used: new Set() }], reexports),
    file("components", [components, ...hoisted]),
    file("operations", [operations]),
  ];
}

/** The file that declares each of the interfaces. */
const homes: Readonly<Record<string, string>> = {
  components: "components",
  operations: "operations",
  paths: "index",
  webhooks: "index",
};

const reexports = `export type { components } from "./components.js";
export type { operations } from "./operations.js";
`;

/** The imports of a file that uses interfaces of others. */
function importsOf(used: ReadonlySet<string>, file: string): string {
  return Object.entries(homes)
    .filter(([name, home]) => home !== file && used.has(name))
    .map(([name, home]) => `import type { ${name} } from "./${home}.js";\n`)
    .join("");
}
