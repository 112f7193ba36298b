import type { Model, Operation } from "../../model/model.ts";
import { escapePropertyKey } from "../escape/property-key.ts";
import { escapeString } from "../escape/string.ts";
import { memberNames } from "../typescript/names/enum-names.ts";

/**
 * The enum `ApiPaths`: the path of each operation of `paths`, under its operationId, else under a name made of its method
 * and path. Operations whose names are the same are numbered, which openapi-typescript leaves as an error.
 */
export function pathsEnum({ operations }: Model): string {
  const names = memberNames(operations.map(operationName));
  const members = operations.map(
    ({ path }, index) => `  ${escapePropertyKey(names[index] ?? "")} = ${escapeString(path)},\n`,
  );
  return `export enum ApiPaths {\n${members.join("")}}\n`;
}

function operationName({ operationId = "", method, path }: Operation): string {
  if (operationId !== "") {
    return operationId;
  }
  const words = `${method}${path}`.split("/").map((part) => {
    const capitalised = part.charAt(0).toUpperCase() + part.slice(1);
    // Only the first run of characters that a name cannot have is removed, and with a parameter everything up to the last
    // brace.
    return capitalised.replace(/\{.*\}|:.*|\W+/, "");
  });
  return words.join("");
}
