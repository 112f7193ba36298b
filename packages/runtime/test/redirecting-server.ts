import { respondJson, startServer } from "./http-server.ts";

/** A server that redirects every request to another address, and one that is there. */
export async function startTwoServers(
  status: number,
  path = "/elsewhere",
): Promise<{
  from: Awaited<ReturnType<typeof startServer>>;
  to: Awaited<ReturnType<typeof startServer>>;
}> {
  const to = await startServer((_, response) => respondJson(response, 200, "there"));
  const from = await startServer((_, response) =>
    response.writeHead(status, { location: `${to.baseUrl}${path}` }).end("moved"),
  );
  return { from, to };
}
