import type { Model } from "../../document/model/model.ts";
import type { OutputFile } from "../../output-file.ts";
import { renderHeader } from "../shared/print/header.ts";
import { nameSchemaTypes } from "../shared/typescript/names/schema-names.ts";
import { type PrintedText, printTypeHelpers } from "../shared/typescript/type-context.ts";
import { prepareFacts } from "../shared/typescript/type-facts.ts";
import type { GeneratedTypeOptions, TypeOptions } from "../shared/typescript/type-options.ts";
import { printConstEnumCode } from "./const-enums.ts";
import { noDefinitions, printTypes, type TypesSource } from "./render-types.ts";
import { printSchemaDeclarations } from "./schema-types.ts";

/**
 * The types of a document in several files. `types/index.d.ts` exports all types; those of component schemas,
 * `components` and `operations` have their own files. TypeScript 7 parses, binds and checks files in parallel, so one
 * large file would slow it down.
 */
export function renderTypeFiles(
  source: TypesSource,
  options: GeneratedTypeOptions & Pick<TypeOptions, "readWriteSplit">,
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
  const hasValues = options.constEnums === true;
  const ofSchemas = hasValues ? reexportsOfSchemas.replace("type ", "") : reexportsOfSchemas;
  return [
    buildTypeFile(
      "index",
      [paths, webhooks, { text: noDefinitions, used: new Set() }],
      hasSchemas ? `${reexports}${ofSchemas}` : reexports,
    ),
    ...(hasValues ? renderConstEnums(model, context.names, source) : []),
    ...(hasSchemas ? [buildTypeFile("schemas", [joinTexts(schemas)])] : []),
    buildTypeFile("components", [components, ...hoisted]),
    buildTypeFile("operations", [operations]),
  ];
}

/** The code of the objects of enums, in modules beside those of the types. */
function renderConstEnums(
  { components, source }: Model,
  names: ReadonlyMap<string, string> | undefined,
  { command }: TypesSource,
): readonly OutputFile[] {
  const header = renderHeader({ source, command });
  const constants = [...components.schemas].map(([name, schema]) =>
    printConstEnumCode(names?.get(name) ?? name, schema),
  );
  const hasSchemas = constants.length > 0;
  return [
    {
      path: "types/index.js",
      content: `${header}${hasSchemas ? 'export * from "./schemas.js";' : "export {};"}\n`,
    },
    ...(hasSchemas
      ? [
          {
            path: "types/schemas.js",
            content: `${header}${constants.join("").slice(1) || "export {};\n"}`,
          },
        ]
      : []),
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
