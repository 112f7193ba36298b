/** Names end up in paths of up to 255 bytes, with an extension; a letter takes at most four. */
const maximumLength = 60;

/** Device names of Windows. A file there cannot have one, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|com\d|lpt\d)$/;

/**
 * The name of a file, without extension, for any text: lower-case words joined by `-`. Never empty, never a way out of
 * the folder, legal on every file system. Two texts may give the same name: scopes of names care for that.
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
