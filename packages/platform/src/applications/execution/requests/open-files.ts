import { PlatformError } from "../../../base/errors.ts";
import { findFileInputs } from "../../toolkits/files/file-inputs.ts";
import type { ToolDefinition } from "../../toolkits/types/tool-types.ts";
import type { CheckedArguments } from "../arguments/check-arguments.ts";
import { isFileArgument } from "../arguments/file-arguments.ts";
import type { FileArgument } from "../execution-types.ts";

/** Opens a file that an argument names; its bytes are read when they are sent. @throws PlatformError `File_NotFound` */
export type OpenFile = (file: FileArgument) => Promise<File>;

/**
 * The arguments with the files that they name, so that the body is sent from the store piece by piece.
 *
 * @throws PlatformError `File_NotFound`
 */
export async function openFiles(
  tool: ToolDefinition,
  checked: CheckedArguments,
  openFile: OpenFile = refuseMissingFile,
): Promise<CheckedArguments> {
  if (checked.body === undefined) {
    return checked;
  }
  const files = findFileInputs(tool);
  if (files.size === 0) {
    return checked;
  }
  const open = async (value: unknown): Promise<unknown> =>
    Array.isArray(value)
      ? await Promise.all(value.map(open))
      : isFileArgument(value)
        ? await openFile(value)
        : value;
  if ([...files.values()].includes("wholeBody")) {
    return { ...checked, body: { value: await open(checked.body.value) } };
  }
  const members = new Map(Object.entries(Object(checked.body.value)));
  for (const { name, target } of tool.inputs) {
    if (target.kind === "member" && files.has(name) && members.has(target.name)) {
      members.set(target.name, await open(members.get(target.name)));
    }
  }
  return { ...checked, body: { value: Object.fromEntries(members) } };
}

async function refuseMissingFile(): Promise<File> {
  throw new PlatformError("File_NotFound");
}
