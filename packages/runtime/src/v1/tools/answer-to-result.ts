import { stringifyConverted } from "../conversions/exact-json.ts";
import { isObject } from "../schema/values/scalars.ts";
import type { ToolResult } from "./tool.ts";

const encoder = new TextEncoder();

/** An answer with its status, as operations of the client return it. */
interface ToolAnswer {
  readonly status: number;
  readonly body: unknown;
}

/**
 * The result of a tool from an answer.
 *
 * @param limit bytes. The text of a larger answer is cut, and says so
 * @param signal ends the reading of a stream of items, whose items so far are then the answer
 */
export async function answerToResult(
  { status, body }: ToolAnswer,
  limit: number,
  signal: AbortSignal,
): Promise<ToolResult> {
  if (body === undefined) {
    return { text: `Done (${status}). The answer has no body.`, isError: false };
  }
  if (body instanceof Blob) {
    return blobToResult(body, limit);
  }
  if (isStream(body)) {
    const { items, reason } = await collectItems(body, limit, signal);
    const result = valueToResult(items, limit);
    return reason === undefined ? result : { text: `${result.text}\n\n${reason}`, isError: false };
  }
  return valueToResult(body, limit);
}

function valueToResult(value: unknown, limit: number): ToolResult {
  const whole = typeof value === "string" ? value : stringifyConverted(value);
  const text = cutToolText(whole, limit);
  if (text !== whole) {
    return { text, isError: false };
  }
  // What a model reads is JSON, also where programs see dates and long integers.
  const plain: unknown = typeof value === "string" ? value : JSON.parse(whole);
  // Clients of the protocol's first versions refuse structured content that is not an object.
  const structured = isObject(plain) ? plain : { result: plain };
  return { text, structured, isError: false };
}

/** A text of at most so many bytes of UTF-8, and a note when something was cut. */
export function cutToolText(text: string, limit: number): string {
  // A character has at most three bytes for each unit of UTF-16, so most texts need not be encoded.
  const bytes = text.length * 3 <= limit ? undefined : encoder.encode(text);
  if (bytes === undefined || bytes.length <= limit) {
    return text;
  }
  // A character that the limit divides becomes U+FFFD.
  const kept = new TextDecoder().decode(bytes.subarray(0, limit)).replace(/\ufffd$/, "");
  return `${kept}\n\n[Cut: the answer has ${bytes.length} bytes, of which these are the first ${limit}. Ask for less, such as a smaller page or fewer fields.]`;
}

async function blobToResult(blob: Blob, limit: number): Promise<ToolResult> {
  const type = blob.type || "application/octet-stream";
  if (blob.size > limit) {
    const text = `The answer is a file (${type}) of ${blob.size} bytes. Tools return files of at most ${limit} bytes.`;
    return { text, isError: false };
  }
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const text = `The answer is a file (${type}) of ${blob.size} bytes.`;
  return { text, file: { type, data: btoa(binary) }, isError: false };
}

function isStream(body: unknown): body is AsyncGenerator<unknown, void, undefined> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}

/** The items until the stream ends, they fill the limit, or the time is over. Some streams never end. */
async function collectItems(
  stream: AsyncGenerator<unknown, void, undefined>,
  limit: number,
  signal: AbortSignal,
): Promise<{ readonly items: readonly unknown[]; readonly reason?: string }> {
  const items: unknown[] = [];
  let size = 0;
  try {
    for await (const item of stream) {
      items.push(item);
      size += encoder.encode(stringifyConverted(item)).length + 1;
      if (size > limit) {
        return { items, reason: `[The stream goes on after these ${items.length} items.]` };
      }
    }
    return { items };
  } catch (error) {
    if (signal.aborted) {
      return {
        items,
        reason: `[The stream was still open after these ${items.length} items, when the time was over.]`,
      };
    }
    throw error;
  }
}
