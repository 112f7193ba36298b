import { createHmac, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What the pages need of GitHub, on loopback. */
export interface GithubStandIn {
  /** In place of `https://github.com` and of `https://api.github.com`. */
  readonly url: string;
  close(): Promise<void>;
}

interface Hook {
  readonly events: readonly string[];
  readonly config: { readonly url: string; readonly secret: string };
}

/**
 * Starts a stand-in for GitHub: it grants every authorization, knows one user, and sends a signed webhook to the hooks of a
 * repository when somebody creates an issue.
 */
export async function startGithubStandIn(): Promise<GithubStandIn> {
  const hooks: Hook[] = [];
  let issues = 0;
  const answer = async (method: string, url: URL, body: string): Promise<[number, unknown]> => {
    if (url.pathname === "/login/oauth/access_token") {
      return [
        200,
        { access_token: `gho_${randomUUID()}`, scope: "repo,read:user", token_type: "bearer" },
      ];
    }
    if (url.pathname === "/user") {
      return [200, { login: "ada", id: 1 }];
    }
    if (url.pathname.endsWith("/hooks")) {
      if (method === "POST") {
        hooks.push(JSON.parse(body));
        return [201, { id: hooks.length }];
      }
      return [200, []];
    }
    if (url.pathname.endsWith("/issues") && method === "POST") {
      issues += 1;
      const [, , owner = "", repo = ""] = url.pathname.split("/");
      const issue = {
        number: issues,
        title: JSON.parse(body).title,
        html_url: `https://github.com/${owner}/${repo}/issues/${issues}`,
        user: { login: "ada" },
        created_at: new Date().toISOString(),
        labels: [],
        state: "open",
      };
      await sendToHooks(hooks, {
        action: "opened",
        issue,
        repository: { name: repo, owner: { login: owner } },
      });
      return [201, issue];
    }
    return [method === "DELETE" ? 204 : 404, { message: "Not Found" }];
  };
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://github.test");
    const { searchParams } = url;
    if (url.pathname === "/login/oauth/authorize") {
      const back = new URL(searchParams.get("redirect_uri") ?? "");
      back.search = String(
        new URLSearchParams({ code: "c", state: searchParams.get("state") ?? "" }),
      );
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    const [status, value] = await answer(
      request.method ?? "",
      url,
      await new Response(request).text(),
    );
    response.writeHead(status, { "content-type": "application/json" });
    response.end(status === 204 ? undefined : JSON.stringify(value));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function sendToHooks(hooks: readonly Hook[], event: unknown): Promise<void> {
  const body = JSON.stringify(event);
  for (const { config } of hooks.filter((hook) => hook.events.includes("issues"))) {
    const { url, secret } = config;
    await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-github-event": "issues",
        "x-github-delivery": randomUUID(),
        "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
      },
      body,
    });
  }
}
