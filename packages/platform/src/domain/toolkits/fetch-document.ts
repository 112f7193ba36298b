import { readFile, stat } from "node:fs/promises";
import type { DocumentSource } from "../../applications/toolkits/compiled/compile-job.ts";
import type { EgressFetch } from "../../base/egress/create-egress.ts";
import { EgressError } from "../../base/egress/egress-error.ts";
import { PlatformError } from "../../base/errors.ts";
import { cutText } from "../../base/sharing/cut-text.ts";
import { explainRefusedAddress } from "./check-server.ts";

/** The longest address that is taken for one. */
const longestAddress = 2_048;

/** A document is at an address of its own, and an application answers it at once or not at all. */
const limits = { totalTimeout: 30_000, maximumBodyBytes: 10 * 1024 * 1024 };

/**
 * Reads the document from its address, if an address was given in its place. It is read under the rules of all outgoing requests, and
 * redirects are followed.
 *
 * @throws PlatformError `Toolkit_DocumentInvalid` when nothing can be read there
 */
export async function fetchDocument(
  egress: EgressFetch,
  source: DocumentSource,
): Promise<DocumentSource> {
  const address = await readAddress(source);
  if (address === undefined) {
    return source;
  }
  try {
    const response = await egress(address, {
      redirect: () => true,
      pool: "imports",
      headers: { accept: "application/json, application/yaml;q=0.9, */*;q=0.1" },
      limits,
    });
    const text = await response.text();
    if (response.ok) {
      return { text };
    }
    throw refuse(address, `it answered ${response.status}`);
  } catch (error) {
    if (error instanceof EgressError) {
      const why = explainRefusedAddress(error.reason) ?? `the request failed (${error.reason})`;
      throw refuse(address, why, error);
    }
    throw error;
  }
}

/** The address, if the whole document is one. No document of OpenAPI is, because it needs several members. */
async function readAddress(source: DocumentSource): Promise<string | undefined> {
  if ("packed" in source) {
    return undefined;
  }
  if ("file" in source && (await stat(source.file)).size > longestAddress + 2) {
    return undefined;
  }
  const text = ("file" in source ? await readFile(source.file, "utf8") : source.text).trim();
  return text.length <= longestAddress && /^https?:\/\/\S+$/.test(text) ? text : undefined;
}

function refuse(address: string, why: string, cause?: unknown): PlatformError {
  const line = `document: cannot be read from ${cutText(address, 200)}: ${why}`;
  return new PlatformError("Toolkit_DocumentInvalid", { errors: [line], cause });
}
