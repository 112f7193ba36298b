import { type IncomingMessage, request } from "node:http";

/** An answer of the service. */
export interface Asked {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
  /** The slug of an error. */
  readonly slug: string | undefined;
  /** The cookie that the answer sets, as a browser sends it. */
  readonly cookie: string | undefined;
}

/** Sends a request with any headers, also `Host` and `Sec-Fetch-Site`, which `fetch` does not let callers set. */
export async function ask(
  url: string,
  line: string,
  headers: Readonly<Record<string, string | undefined>> = {},
  body?: object,
): Promise<Asked> {
  const [method = "GET", path = "/"] = line.split(" ");
  const sent = Object.entries({
    accept: "application/json",
    ...(body !== undefined && { "content-type": "application/json" }),
    ...headers,
  }).filter(([, value]) => value !== undefined);
  const answered = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = request(url + path, { method, headers: Object.fromEntries(sent) }, resolve);
    outgoing.once("error", reject);
    outgoing.end(body && JSON.stringify(body));
  });
  let text = "";
  for await (const piece of answered.setEncoding("utf8")) {
    text += piece;
  }
  const isJson = answered.headers["content-type"]?.startsWith("application/json") === true;
  return {
    status: answered.statusCode ?? 0,
    headers: answered.headers,
    text,
    slug: isJson ? JSON.parse(text).error?.slug : undefined,
    cookie: answered.headers["set-cookie"]?.[0]?.split(";")[0],
  };
}
