import type { IncomingMessage, ServerResponse } from "node:http";
import { sendJson } from "./send-json.ts";

/** Answers the paths of the example application. Returns false for any other path; nothing was sent then. */
export type ExampleApplication = (
  path: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => boolean;

/** The path below which the application is. `toolkits/example/example.yaml` describes it. */
export const examplePath = "/example";

/** Accounts, and greetings of one account. The oldest go first, so that the application never takes more memory. */
const [mostAccounts, mostGreetings] = [100, 20];

/**
 * Creates the example application: a few greetings in memory, so that a tool runs on a machine without a network. Any key of the form
 * `example-ada` is an account of its own.
 */
export function createExampleApplication(): ExampleApplication {
  const kept = new Map<string, readonly string[]>();
  const answer = (route: string, { headers, url = "" }: IncomingMessage): [number, object] => {
    const name = new URLSearchParams(url.split("?")[1]).get("name")?.slice(0, 100) || "world";
    const greeting = `Hello, ${name}!`;
    if (route === "GET /hello") {
      return [200, { greeting }];
    }
    const account = /^example-([\w-]{1,40})$/.exec(String(headers["x-example-key"]))?.[1];
    if (account === undefined) {
      return [401, { message: "The key has to be like example-ada." }];
    }
    const own = kept.get(account) ?? [];
    switch (route) {
      case "GET /account":
        return [200, { name: account }];
      case "GET /greetings":
        return [200, { greetings: own.map((each) => ({ greeting: each })) }];
      case "POST /greetings":
        kept.delete(account);
        kept.set(account, [greeting, ...own].slice(0, mostGreetings));
        for (const oldest of [...kept.keys()].slice(0, -mostAccounts)) {
          kept.delete(oldest);
        }
        return [201, { greeting }];
      default:
        return [404, { message: "The example does not have this path." }];
    }
  };
  return (path, incoming, outgoing) => {
    if (!path.startsWith(`${examplePath}/`)) {
      return false;
    }
    const route = `${incoming.method} ${path.slice(examplePath.length)}`;
    sendJson(outgoing, ...answer(route, incoming));
    return true;
  };
}
