import type { OutputFile } from "../../output-file.ts";
import type { ClientPlan } from "../client/plan.ts";
import { escapeString } from "../shared/escape/string.ts";
import { createNames } from "../shared/names/names.ts";
import { renderHeader } from "../shared/print/header.ts";
import type { EmitContext } from "../target.ts";
import type { ToolPlan, ToolsPlan } from "./plan.ts";
import { printData } from "./print-data.ts";

/** The folder of a target whose code is data of tools. */
export interface ToolFolder {
  /** The name of the target, and of the folder of its templates. */
  readonly name: string;
  /** The files beside the modules of tags. */
  readonly files: readonly string[];
}

/** Prints the tools in a module for each tag, as in the client, and the files that use them. */
export function printToolFolder(
  { name: folder, files }: ToolFolder,
  { tools, api }: ToolsPlan,
  { modules }: ClientPlan,
  { model, command, render }: EmitContext,
): readonly OutputFile[] {
  const header = renderHeader({ source: model.source, command });
  const names = createNames({
    escape: (file) => file,
    reserved: files.map((file) => file.replace(/\..*$/, "")),
    separator: "-",
    ignoreCase: true,
  });
  const byOperation = new Map(tools.map((tool) => [tool.operation, tool]));
  const groups = modules.flatMap((module) => {
    const own = module.operations.flatMap(({ operation, listed }) => {
      const tool = byOperation.get(operation.name);
      return tool === undefined ? [] : [{ tool, listed }];
    });
    return own.length === 0 ? [] : [{ module, own, file: names.name(module.file) }];
  });
  const view = {
    header,
    api: Object.entries(api)
      .map(([name, value]) => `  ${name}: ${printData(value, "  ")},\n`)
      .join(""),
    modules: groups.map(({ module: { namespace }, file }) => ({
      from: escapeString(`./${file}.js`),
      namespace,
    })),
    names: tools.map(({ name }) => escapeString(name)),
  };
  return [
    ...files.map((file) => ({
      path: `${folder}/${file}`,
      content: render(`${folder}/${file}`, view),
    })),
    ...groups.flatMap(({ own, file }) => [
      {
        path: `${folder}/${file}.js`,
        content: render("tools/module.js", { header, tools: own.map(viewTool) }),
      },
      { path: `${folder}/${file}.d.ts`, content: render("tools/module.d.ts", { header }) },
    ]),
  ];
}

function viewTool({
  tool,
  listed,
}: {
  readonly tool: ToolPlan;
  readonly listed: string;
}): Record<string, unknown> {
  return {
    members: Object.entries(tool)
      .map(([name, value]) => `    ${name}: ${printData(value, "    ")},\n`)
      .join(""),
    call: `client.${listed}`,
  };
}
