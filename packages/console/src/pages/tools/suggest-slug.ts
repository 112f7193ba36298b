/** A slug for a toolkit, from the name of its document's file or from its address: `petstore` of `https://example.com/petstore.yaml`. */
export function suggestSlug(name: string): string {
  const words = name
    .replace(/[?#].*$/, "")
    .replace(/\.(?:json|ya?ml)$/i, "")
    .split("/")
    .filter((part) => part !== "");
  const last = words.at(-1) ?? "";
  const isCommon = /^(?:v?\d+|(?:openapi|swagger|api|spec|schema)(?:[-_.]?v?\d+)*)$/i.test(last);
  const host = /^https?:\/\/(?:api\.|www\.)?([^./:]+)/i.exec(name)?.[1];
  return ((isCommon && host) || last)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[^a-z]+|_+$/g, "")
    .slice(0, 40);
}
