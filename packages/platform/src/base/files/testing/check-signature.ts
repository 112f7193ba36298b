import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { SignatureV4 } from "@smithy/signature-v4";

type Data = string | ArrayBuffer | ArrayBufferView;

/** The hash that the signer uses, in the form that it expects. */
class Sha256 {
  readonly #hash: Hash | Hmac;
  constructor(secret?: Data) {
    this.#hash =
      secret === undefined ? createHash("sha256") : createHmac("sha256", toBytes(secret));
  }
  update(data: Data): void {
    this.#hash.update(toBytes(data));
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }
}

function toBytes(data: Data): Buffer {
  if (typeof data === "string") {
    return Buffer.from(data);
  }
  return ArrayBuffer.isView(data)
    ? Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    : Buffer.from(data);
}

/**
 * Returns whether a request has the Signature Version 4 of these credentials: it is signed again by the SDK's own
 * signer, over the header fields that it names.
 */
export async function hasRightSignature(
  { method = "", url = "", headers }: IncomingMessage,
  credentials: { readonly accessKeyId: string; readonly secretAccessKey: string },
): Promise<boolean> {
  const given = headers.authorization ?? "";
  const [, region = ""] = /Credential=[^/]+\/\d{8}\/([^/]+)\/s3\/aws4_request/.exec(given) ?? [];
  const [, names = ""] = /SignedHeaders=([^,]+)/.exec(given) ?? [];
  const date = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(headers["x-amz-date"]));
  if (date === null) {
    return false;
  }
  const [, year, month, day, hours, minutes, seconds] = date;
  const { pathname, search } = new URL(url, "http://s3.test");
  const signer = new SignatureV4({
    credentials,
    region,
    service: "s3",
    sha256: Sha256,
    uriEscapePath: false,
    applyChecksum: false,
  });
  const signed = await signer.sign(
    {
      method,
      protocol: "http:",
      hostname: String(headers.host),
      path: pathname,
      query: Object.fromEntries(new URLSearchParams(search)),
      headers: Object.fromEntries(names.split(";").map((name) => [name, String(headers[name])])),
    },
    { signingDate: new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`) },
  );
  return signed.headers.authorization === given;
}
