import type { OutputFile } from "../../output-file.ts";
import { renderHeader } from "../header.ts";
import { typeHelpers } from "../type-context.ts";
import type { TypeOptions } from "../type-options.ts";
import { noDefinitions, printTypes, type TypesSource } from "./render-types.ts";

/**
 * The types of a document: `types/index.d.ts` exports all of them, and `components` and `operations` stand in files of
 * their own. TypeScript 7 parses, binds and checks files beside each other, so that one large file is what it waits for.
 */
export function renderTypeFiles(
  source: TypesSource,
  options: Pick<TypeOptions, "readWriteSplit" | "defaultNonNullable" | "emptyObjectsUnknown">,
): readonly OutputFile[] {
  const { context, paths, webhooks, components, operations } = printTypes(source, options);
  const file = (name: string, declarations: readonly string[], exports = ""): OutputFile => {
    const text = declarations.join("");
    const links = [importsOf(text, name), exports].filter((lines) => lines !== "").join("\n");
    return {
      path: `types/${name}.d.ts`,
      content: source.render("types/index", {
        header: renderHeader({ source: source.model.source, command: source.command }),
        declarations: links === "" ? declarations : [links, ...declarations],
        helpers: text.includes("WithRequired<") ? typeHelpers(context) : "",
      }),
    };
  };
  return [
    file("index", [paths, webhooks, noDefinitions], reexports),
    file("components", [components, ...context.hoisted.declarations.values()]),
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

/** The imports of a file whose text refers to interfaces of others, which it does by an index into them. */
function importsOf(text: string, file: string): string {
  return Object.entries(homes)
    .filter(([name, home]) => home !== file && text.includes(`${name}[`))
    .map(([name, home]) => `import type { ${name} } from "./${home}.js";\n`)
    .join("");
}
