import type { Diagnostic } from "../../../diagnostic.ts";
import { isObject } from "../../../json-object.ts";
import type { Description, Source, Workflow } from "../description.ts";
import { openObject, type ReportProblem } from "./open-object.ts";
import { readWorkflow, reportRepeated } from "./read-workflow.ts";
import { readComponents } from "./reusable.ts";

const members = ["arazzo", "$self", "info", "sourceDescriptions", "workflows", "components"];

/**
 * Reads an Arazzo document of version 1.0 or 1.1. The documents of its sources are not read here.
 *
 * @param file the document's file in messages
 * @param problems gets every problem, with the pointer of each
 * @returns undefined when it is not an Arazzo document
 */
export function readDescription(
  value: unknown,
  file: string,
  problems: Diagnostic[],
): Description | undefined {
  const report: ReportProblem = (pointer, problem) => {
    problems.push({ severity: "error", ...problem, file, pointer });
  };
  if (!isObject(value) || !/^1\.[01](?:\.|$)/.test(String(value.arazzo))) {
    report(isObject(value) && value.arazzo !== undefined ? "/arazzo" : "", {
      code: "not-arazzo",
      message:
        isObject(value) && value.arazzo !== undefined
          ? `specwright does not know Arazzo ${String(value.arazzo)}.`
          : `${file} is not an Arazzo document: it does not begin with \`arazzo: 1.x\`.`,
      fix: "Name a document of Arazzo 1.0 or 1.1 in `--workflows`.",
    });
    return undefined;
  }
  const reader = openObject(value, "", "An Arazzo document", members, report);
  if (reader === undefined) {
    return undefined;
  }
  readInfo(value.info, report);
  const components = readComponents(value.components, report);
  const sources = reader.list("sourceDescriptions", (written, pointer) =>
    readSource(written, pointer, report),
  );
  const workflows: Workflow[] = [];
  const description: Description = {
    ...{ file, self: reader.text("$self"), sources, workflows },
    ...{ linked: new Map(), operations: new Map(), inputs: new Map() },
  };
  workflows.push(
    ...reader.list("workflows", (written, pointer) =>
      readWorkflow(written, pointer, components, description, report),
    ),
  );
  for (const [name, list] of Object.entries({ sourceDescriptions: sources, workflows })) {
    if (list.length === 0) {
      report(value[name] === undefined ? "" : `/${name}`, {
        code: "invalid-workflow",
        message: `An Arazzo document needs a list of \`${name}\`.`,
        fix: "Write the list, with at least one entry.",
      });
    }
  }
  reportRepeated(workflows, "workflow", report);
  const named = sources.map(({ name, pointer }) => ({ id: name, location: { pointer } }));
  reportRepeated(named, "source description", report);
  return description;
}

function readInfo(value: unknown, report: ReportProblem): void {
  const known = ["title", "summary", "description", "version"];
  const reader = openObject(value ?? {}, "/info", "The info", known, report);
  reader?.requireText("title");
  reader?.requireText("version");
}

function readSource(written: unknown, pointer: string, report: ReportProblem): Source | undefined {
  const known = ["name", "url", "type"];
  const reader = openObject(written, pointer, "A source description", known, report);
  const [name, url] = [reader?.requireText("name"), reader?.requireText("url")];
  const type = reader?.choice("type", ["openapi", "arazzo", "asyncapi"]);
  return reader === undefined || name === undefined || url === undefined
    ? undefined
    : { name, url, type, pointer, value: reader.value };
}
