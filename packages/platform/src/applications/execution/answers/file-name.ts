import { decodeUriPart } from "../../../base/decode-uri-part.ts";

/**
 * Chooses a name for a file in an application's response: the name in `Content-Disposition` (RFC 6266), else the last
 * segment of the address, else `file`.
 */
export function chooseFileName(headers: Headers, address: string): string {
  const disposition = headers.get("content-disposition") ?? "";
  const extended = /filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  const quoted = /filename\s*=\s*"([^"]*)"/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*([^;"\s]+)/i.exec(disposition)?.[1];
  const segment = URL.canParse(address) ? new URL(address).pathname.split("/").at(-1) : undefined;
  const names = [
    extended && decodeUriPart(extended),
    quoted,
    plain,
    segment && decodeUriPart(segment),
  ];
  return names.map(toPlainName).find((name) => name !== "") ?? "file";
}

/** Only the last part of a path, and no control characters. */
function toPlainName(name: string | undefined): string {
  const last = (name ?? "").split(/[/\\]/).at(-1) ?? "";
  return last
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, 255)
    .toWellFormed();
}
