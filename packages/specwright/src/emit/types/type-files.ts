import type { OutputFile } from "../../output-file.ts";
import { renderHeader } from "../print/header.ts";
import { nameSchemaTypes } from "../typescript/names/schema-names.ts";
import { type PrintedText, printTypeHelpers } from "../typescript/type-context.ts";
import { prepareFacts } from "../typescript/type-facts.ts";
import type { TypeOptions } from "../typescript/type-options.ts";
import { noDefinitions, printTypes, type TypesSource } from "./render-types.ts";
import { printSchemaDeclarations } from "./schema-types.ts";

/**
 * The types of a document in several files. `types/index.d.ts` exports all types; those of component schemas,
 * `components` and `operations` have their own files. TypeScript 7 parses, binds and checks files in parallel, so one
 * large file would slow it down.
 */
export function renderTypeFiles(
  source: TypesSource,
  options: Pick<TypeOptions, "readWriteSplit" | "defaultNonNullable" | "emptyObjectsUnknown">,
): readonly OutputFile[] {
  const { model, facts, context, ...printed } = printTypes(source, options, nameSchemaTypes);
  const { paths, webhooks, components, operations, hoisted } = printed;
  const names = new Set(context.names?.values());
  const unitFacts = source.kept === undefined ? facts : prepareFacts(facts, source.kept);
  const schemas = printSchemaDeclarations(model, unitFacts, source);
  const buildTypeFile = (
    name: string,
    declared: readonly PrintedText[],
    exports = "",
  ): OutputFile => {
    const declarations = declared.map(({ text }) => text);
    const used = new Set(declared.flatMap((each) => [...each.used]));
    const links = [printTypeImports(used, name, names), exports]
      .filter((lines) => lines !== "")
      .join("\n");
    return {
      path: `types/${name}.d.ts`,
      content: source.render("types/index", {
        header: renderHeader({ source: source.model.source, command: source.command }),
        declarations: links === "" ? declarations : [links, ...declarations],
        helpers: printTypeHelpers({ used }),
      }),
    };
  };
  const hasSchemas = schemas.length > 0;
  return [
    buildTypeFile(
      "index",
      [paths, webhooks, { text: noDefinitions, used: new Set() }],
      hasSchemas ? `${reexports}${reexportsOfSchemas}` : reexports,
    ),
    ...(hasSchemas ? [buildTypeFile("schemas", [joinTexts(schemas)])] : []),
    buildTypeFile("components", [components, ...hoisted]),
    buildTypeFile("operations", [operations]),
  ];
}

function joinTexts(all: readonly PrintedText[]): PrintedText {
  return {
    text: all.map(({ text }) => text).join("\n"),
    used: new Set(all.flatMap(({ used }) => [...used])),
  };
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

const reexportsOfSchemas = `export type * from "./schemas.js";
`;

/** The imports of a file that uses interfaces of other files, or types of schemas. */
function printTypeImports(
  used: ReadonlySet<string>,
  file: string,
  schemas: ReadonlySet<string>,
): string {
  const interfaces = Object.entries(homes)
    .filter(([name, home]) => home !== file && used.has(name))
    .map(([name, home]) => `import type { ${name} } from "./${home}.js";\n`);
  const named = file === "schemas" ? [] : [...schemas].filter((name) => used.has(name));
  return [...interfaces, named.length === 0 ? "" : importTypes(named, "./schemas.js")].join("");
}

function importTypes(names: readonly string[], from: string): string {
  const line = `import type { ${names.join(", ")} } from "${from}";\n`;
  return line.length <= 101
    ? line
    : `import type {\n${names.map((name) => `  ${name},\n`).join("")}} from "${from}";\n`;
}
