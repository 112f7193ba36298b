import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Storage, startWorld, type World } from "../world.ts";
import { testAccounts, testAuthConfigs } from "./accounts.ts";
import { testConnections } from "./connecting/connections.ts";
import { testExistingConnections } from "./connecting/existing-connections.ts";
import { testSeveralAccounts } from "./connecting/several-accounts.ts";
import { testEveryOperation } from "./every-operation.ts";
import { testExistingClients } from "./existing-clients.ts";
import { testOutages } from "./failures/outages.ts";
import { testFiles } from "./files.ts";
import { testHostedPages } from "./hosted-pages.ts";
import { testIdempotency } from "./idempotency.ts";
import { testImports } from "./imports.ts";
import { testMcpCalls } from "./mcp/calls.ts";
import { testMcpEndpoint } from "./mcp/endpoint.ts";
import { testMcp } from "./mcp/servers.ts";
import { testMcpSignIn } from "./mcp/sign-in.ts";
import { testMessages } from "./messages.ts";
import { testOauth } from "./oauth.ts";
import { testProjects } from "./projects.ts";
import { testServerVariables } from "./server-variables.ts";
import { testSite } from "./site.ts";
import { testSessionEnds } from "./tool-router/ends.ts";
import { testSessionMcp } from "./tool-router/mcp.ts";
import { testMetaTools } from "./tool-router/meta-tools.ts";
import { testResults } from "./tool-router/results.ts";
import { testToolRouter } from "./tool-router/sessions.ts";
import { testTools } from "./tools.ts";
import { testTriggerInstances } from "./triggers/instances.ts";
import { testTriggers } from "./triggers/types.ts";
import { testWebhookIngress } from "./webhooks/ingress.ts";
import { testWebhooks } from "./webhooks/subscriptions.ts";

/**
 * Calls every operation through the generated client, with success and with each documented error, and checks the
 * responses against the document. Each kind of database has its own file, so that they run in parallel.
 */
export function testOperations(storage: Storage): void {
  let running: World | undefined;
  const getWorld = (): World => {
    if (running === undefined) {
      throw new Error("The service has not started.");
    }
    return running;
  };

  beforeAll(async () => {
    running = await startWorld({ storage });
  });
  afterAll(async () => {
    await running?.close();
  });

  describe("keys and projects", () => testProjects(getWorld));
  describe("toolkits and tools", () => testTools(getWorld));
  describe("imports", () => testImports(getWorld));
  describe("variables of servers", () => testServerVariables(getWorld));
  describe("files", () => testFiles(getWorld));
  describe("triggers", () => testTriggers(getWorld));
  describe("trigger instances", () => testTriggerInstances(getWorld));
  describe("webhooks", () => testWebhooks(getWorld));
  describe("webhooks of applications", () => testWebhookIngress(getWorld));
  describe("MCP servers", () => testMcp(getWorld));
  describe("MCP endpoint", () => testMcpEndpoint(getWorld));
  describe("access tokens of MCP", () => testMcpSignIn(getWorld));
  describe("running calls over MCP", () => testMcpCalls(getWorld));
  describe("auth configs", () => testAuthConfigs(getWorld));
  describe("connected accounts", () => testAccounts(getWorld));
  describe("connections", () => testConnections(getWorld));
  describe("existing connections", () => testExistingConnections(getWorld));
  describe("several accounts", () => testSeveralAccounts(getWorld));
  describe("tool router", () => testToolRouter(getWorld));
  describe("ends of sessions", () => testSessionEnds(getWorld));
  describe("meta tools", () => testMetaTools(getWorld));
  describe("results for agents", () => testResults(getWorld));
  describe("MCP of a session", () => testSessionMcp(getWorld));
  describe("existing clients", () => testExistingClients(getWorld));
  describe("messages", () => testMessages(getWorld));
  describe("hosted pages", () => testHostedPages(getWorld));
  describe("OAuth 2", () => testOauth(getWorld, "own"));
  describe("OAuth 2 with clients from before", () => testOauth(getWorld, "shared"));
  describe("OAuth 2 of an imported toolkit", () => testOauth(getWorld, "imported"));

  describe("idempotency", () => testIdempotency(getWorld));
  describe("beside the API", () => testSite(getWorld));
  describe("outages", () => testOutages(getWorld, storage));
  describe("every operation", () => testEveryOperation(getWorld));

  describe("afterwards", () => {
    test("the log holds no unexpected error, no secret, and no path or query", () => {
      const { log, keys } = getWorld();
      expect(log.filter((line) => line.includes("unexpected"))).toEqual([]);
      const text = log.join("");
      for (const secret of ["canary", "lovelace", "good-token", "state=", ...Object.values(keys)]) {
        expect(text).not.toContain(secret);
      }
      // Search for more than the three letters: a random request id may contain them.
      expect(text).not.toMatch(/lk_[\w-]{20}/);
    });

    test("every operation that works was called with success", () => {
      const { coverage } = getWorld();
      const names = coverage.places.map(({ operation }) => operation.operationId);
      const works = new Set(names);
      const { covered, missing: open, strange } = coverage.report(works);
      const successful = new Set(
        covered.filter((each) => /^\w+ [23]/.test(each)).map((each) => each.split(" ")[0]),
      );
      const excused = open.filter((each) =>
        reasons.some(
          (reason) => reason.pattern.test(each) && (reason.storage ?? storage) === storage,
        ),
      );
      const left = open.filter((each) => !excused.includes(each));
      const possible = covered.length + left.length;
      console.log(
        `${successful.size} of ${works.size} operations; ${covered.length} of ${possible} outcomes that can be produced (${((100 * covered.length) / possible).toFixed(1)} %), ${excused.length} more are excused. Not covered:\n${left.join("\n")}`,
      );
      expect([...works].filter((name) => !successful.has(name))).toEqual([]);
      expect(strange).toEqual([]);
      expect(left).toEqual([]);
    });
  });
}

/** Documented outcomes that this suite cannot produce, with the reason. */
const reasons: readonly {
  readonly pattern: RegExp;
  readonly reason: string;
  /** The storage with which the outcome cannot be produced; absent when none can. */
  readonly storage?: Storage;
}[] = [
  {
    pattern: /^(?:createConsoleSession|openConsoleLink) (?:409|422) /,
    reason: "They take no Idempotency-Key. Every POST documents these.",
  },
  {
    pattern: / 507 /,
    reason: "The quotas and the disk have room here; their own tests fill them.",
  },
  {
    pattern: / 503 (?:Server_Unavailable|page)$/,
    reason: "The embedded database cannot go away.",
    storage: "PGlite",
  },
  {
    pattern: / 503 Server_TimedOut$/,
    reason:
      "It takes two minutes; the test of a place (streams/deadlines.test.ts) has a shorter deadline.",
  },
  {
    pattern: / 409 Idempotency_OutcomeUnknown$/,
    reason:
      "Its effect and its answer are one transaction: a request that was cut off is run again.",
  },
  {
    pattern: / 408 Request_TimedOut$/,
    reason:
      "The limits are 10 and 30 seconds; the tests of the runtime's server have shorter ones.",
  },
  {
    pattern: /^upsertTrigger 204$/,
    reason: "It is documented for compatibility, and this version never sends it.",
  },
  {
    pattern: /^upsertTrigger 501 Trigger_SchemeUnsupported$/,
    reason: "It needs an app of the deployment without an address; hooks.long.test.ts has one.",
  },
  { pattern: /^openLink 403 /, reason: "Any site may lead to the page." },
  {
    pattern: / 504 ToolExecution_TimedOut$/,
    reason: "It takes 60 seconds, for which time-limits.long.test.ts has the time.",
  },
  {
    pattern: / 429 ToolExecution_TooManyAtOnce$/,
    reason: "callers.test.ts fills all places of a project.",
  },
  {
    pattern: / 422 Toolkit_ImportTooCostly$/,
    reason: "It takes 60 seconds or 512 MB; create-compiler.test.ts has lower limits.",
  },
  {
    pattern: /^executeSessionTool .* File_NotFound$/,
    reason: "It is that of executeTool, which the same action answers.",
  },
  {
    pattern: /^updateConnectedAccount 501 /,
    reason: "It needs a newer version of the toolkit, without the scheme of the account.",
  },
  { pattern: /^\w+ProjectConfig 404 /, reason: "The key of a deleted project is 401." },
  {
    pattern: / ConnectedAccount_ReadUnsupported$/,
    reason: "Every scheme that can be connected can be read.",
  },
];
