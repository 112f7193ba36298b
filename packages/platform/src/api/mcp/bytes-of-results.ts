import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { FileResult } from "../../applications/execution/execution-types.ts";

type Data = Readonly<Record<string, unknown>>;
type Content = CallToolResult["content"];

/** A call of a tool, as far as its bytes depend on it. */
export interface CallWithBytes {
  /** The id of the call's log entry, which identifies its bytes. */
  readonly id: string;
  /** The file that is all of the answer. */
  readonly file: FileResult | undefined;
  /** Reads the bytes of a file; undefined for one that is too large for a model. */
  readonly read: (id: string) => Promise<Uint8Array | undefined>;
}

/** The bytes of a file, other than a picture or a sound, that are content. A model would read them as text. */
const largestContent = 24_000;

/**
 * Separates the bytes of a result from the data, so that a model sees a picture and not its base64: an image, a sound,
 * or an embedded resource for any other type. The data then has the type and the size.
 *
 * A small file is content like these, and of a large one there is a link: over 24 kB, or over 1 MiB for a picture or a sound. The data of a file stays as it is.
 */
export async function separateBytes(
  data: Data,
  { id, file, read }: CallWithBytes,
): Promise<{ readonly rest: Data; readonly bytes: Content }> {
  if (file === undefined) {
    return separateBase64(data, id);
  }
  const { id: fileId, name, mimetype: mimeType, url: uri } = file;
  const bytes = await read(fileId);
  const isSeen = /^(?:image|audio)\//i.test(mimeType);
  if (bytes === undefined || (!isSeen && bytes.length > largestContent)) {
    return { rest: data, bytes: [{ type: "resource_link", uri, name, mimeType }] };
  }
  const content = Buffer.from(bytes).toString("base64");
  return { rest: data, bytes: [toContent({ uri, content, mimetype: mimeType })] };
}

function separateBase64(data: Data, id: string): { readonly rest: Data; readonly bytes: Content } {
  const { content, encoding, mimetype, ...others } = data;
  const isBytes =
    encoding === "base64" && typeof content === "string" && typeof mimetype === "string";
  // An application may answer JSON that has members with these names, among others.
  if (!isBytes || Object.keys(others).length > 0) {
    return { rest: data, bytes: [] };
  }
  return {
    rest: { mimetype, size: Buffer.byteLength(content, "base64") },
    bytes: [toContent({ uri: `result:${id}`, content, mimetype })],
  };
}

function toContent({
  uri,
  content: data,
  mimetype: mimeType,
}: {
  readonly uri: string;
  readonly content: string;
  readonly mimetype: string;
}): Content[number] {
  switch (mimeType.split("/")[0]) {
    case "image":
      return { type: "image", data, mimeType };
    case "audio":
      return { type: "audio", data, mimeType };
    default:
      return { type: "resource", resource: { uri, mimeType, blob: data } };
  }
}
