import type { Model, Operation } from "../../document/model/model.ts";
import { escapePropertyKey } from "../shared/escape/property-key.ts";
import { escapeString } from "../shared/escape/string.ts";
import { nameEnumMembers } from "../shared/typescript/names/enum-names.ts";

/**
 * The enum `ApiPaths`, with the path of each operation of `paths`. A member is named after the operationId, otherwise
 * after method and path. Equal names are numbered; openapi-typescript reports an error for them.
 */
export function printPathsEnum({ operations }: Model): string {
  const names = nameEnumMembers(operations.map(nameEnumOperation));
  const members = operations.map(
    ({ path }, index) => `  ${escapePropertyKey(names[index] ?? "")} = ${escapeString(path)},\n`,
  );
  return `export enum ApiPaths {\n${members.join("")}}\n`;
}

function nameEnumOperation({ operationId = "", method, path }: Operation): string {
  if (operationId !== "") {
    return operationId;
  }
  const words = `${method}${path}`.split("/").map((part) => {
    const capitalised = part.charAt(0).toUpperCase() + part.slice(1);
    // Removes only the first run of characters that a name cannot have. With a parameter, removes everything up to the
    // last brace.
    return capitalised.replace(/\{.*\}|:.*|\W+/, "");
  });
  return words.join("");
}
