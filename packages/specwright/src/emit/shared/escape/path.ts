/** A path segment may have at most 255 bytes, including the extension, and a letter takes at most four. */
const maximumLength = 60;

/** Device names of Windows, where a file must not have such a name, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|com\d|lpt\d)$/;

/**
 * Makes a file name without extension from any string: lower-case words joined by `-`. It is never empty, never leads out
 * of the folder, and is legal on every file system. Two texts may give the same name: the scopes of names resolve that.
 *
 * @example
 * ```ts
 * import { escapePath } from "specwright/target";
 *
 * escapePath("List Pets/../all"); // => "list-pets-all"
 * ```
 */
export function escapePath(text: string): string {
  const words = text
    .normalize("NFC")
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1-$2")
    .toLowerCase()
    .normalize("NFC")
    .split(/(?:[^\p{L}\p{M}\p{N}]|\p{DI})+/u)
    .filter((word) => word !== "");
  const name = [...words.join("-")].slice(0, maximumLength).join("").replace(/-$/, "");
  if (name === "") {
    return "unnamed";
  }
  return deviceName.test(name) ? `${name}-` : name;
}
