import { decodeUriPart } from "../../../base/decode-uri-part.ts";

/**
 * Creates a function that compares paths with a template. In the template, `{name}` stands for any segment that is
 * not empty. The function returns the decoded segments by name; undefined when the path does not match or cannot be
 * decoded.
 */
export function createPathMatch(
  template: string,
): (path: string) => Readonly<Record<string, string>> | undefined {
  const wanted = template.split("/").map((text) => ({ text, name: /^\{(\w+)\}$/.exec(text)?.[1] }));
  const [beginning = ""] = template.split("{", 1);
  return (path) => {
    // Most paths are for other places, so they are not split.
    const segments = path.startsWith(beginning) ? path.split("/") : [];
    if (segments.length !== wanted.length) {
      return undefined;
    }
    const values: [string, string][] = [];
    for (const [index, { text, name }] of wanted.entries()) {
      const segment = segments[index] ?? "";
      if (name === undefined) {
        if (segment !== text) {
          return undefined;
        }
        continue;
      }
      const value = decodeUriPart(segment);
      if (value === undefined || value === "") {
        return undefined;
      }
      values.push([name, value]);
    }
    return Object.fromEntries(values);
  };
}
