import type { ParseAs } from "../middleware.ts";

/** Reads an answer as `data` or `error`. An error is parsed as JSON if possible, else it is text. */
export async function readResult(
  response: Response,
  method: string,
  parseAs: ParseAs,
): Promise<{ data?: unknown; error?: unknown; response: Response }> {
  const content = isEmpty(response, method)
    ? undefined
    : response.ok
      ? await readData(response, parseAs)
      : await readError(response);
  return response.ok ? { data: content, response } : { error: content, response };
}

function isEmpty({ status, headers }: Response, method: string): boolean {
  const chunked = headers.get("Transfer-Encoding")?.includes("chunked");
  return status === 204 || method === "HEAD" || (headers.get("Content-Length") === "0" && !chunked);
}

async function readData(response: Response, parseAs: ParseAs): Promise<unknown> {
  if (parseAs === "stream") {
    return response.body;
  }
  if (parseAs === "json" && !response.headers.get("Content-Length")) {
    // Without `Content-Length`, only reading shows whether the body is empty.
    const text = await response.text();
    return text ? JSON.parse(text) : undefined;
  }
  return response[parseAs]();
}

async function readError(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    // Not JSON, such as a proxy's page.
    return text;
  }
}
