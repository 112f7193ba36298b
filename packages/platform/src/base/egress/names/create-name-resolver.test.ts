import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEgress, type Egress } from "../create-egress.ts";
import { EgressError } from "../egress-error.ts";
import { type DnsAnswer, DnsServer } from "../testing/dns-server.ts";
import { answer, LoopbackServer, listenOnOnePort } from "../testing/loopback-server.ts";
import { createNameResolver, type NameResolverOptions } from "./create-name-resolver.ts";

const answers: Readonly<Record<string, DnsAnswer>> = {
  "fast.example": ["127.0.0.2"],
  "both.example": ["2001:db8::7", "127.0.0.2", "2001:db8::8", "127.0.0.3"],
  "six.example": ["2001:db8::7"],
  "nowhere.example": [],
  "broken.example": "SERVFAIL",
  "refused.example": "REFUSED",
  "long.example": { truncated: Array.from({ length: 60 }, (_, index) => `127.0.1.${index}`) },
};

let flips = 0;
const dns = new DnsServer((name, type) => {
  if (name.startsWith("flip") && type === "A") {
    flips += 1;
    return [flips % 2 === 1 ? "127.0.0.2" : "127.0.0.1"];
  }
  if (name.startsWith("hang") || (name === "half.example" && type === "AAAA")) {
    return "held";
  }
  return name === "half.example" ? ["127.0.0.2"] : (answers[name] ?? "NXDOMAIN");
});
/** An address at which no name server listens. A port that was free a moment ago may be another test's by now. */
const closed = "127.0.0.1:2";
const application = new LoopbackServer("127.0.0.2", (url, response) => answer(url, response));

const internal = new LoopbackServer("127.0.0.1", (_, response) => response.end("secret"));

beforeAll(async () => {
  await Promise.all([dns.listen(), listenOnOnePort(application, internal)]);
});
afterAll(async () => {
  await Promise.all([dns.close(), application.close(), internal.close()]);
});

function create(options: NameResolverOptions = {}): ReturnType<typeof createNameResolver> {
  const servers = [dns.address];
  return createNameResolver({ servers, resolvConf: "/nowhere", timeoutMs: 60_000, ...options });
}

async function catchFailure(lookup: Promise<unknown>): Promise<EgressError> {
  const error: unknown = await lookup.then(
    () => new Error("resolved"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof EgressError)) {
    throw error;
  }
  return error;
}

describe("names that hang", () => {
  it.each([4, 40])("hold up neither other names nor files: %i of them", async (count) => {
    // Far longer than the test, so a call that ends here did not wait for these queries.
    const egress = createEgress({
      allow: ["127.0.0.2"],
      resolve: create(),
      connectionsAnOrigin: 100,
      limits: { connectTimeout: 60_000 },
    });
    const at = (host: string): string => `http://${host}:${application.port}/a`;
    let open = count;
    const hanging = Array.from({ length: count }, async (_, index) => {
      const response = await egress(at(`hang-${count}-${index}.example`));
      open -= 1;
      return await response.text();
    });
    const countAsked = (): number =>
      new Set(dns.questions.filter((each) => each.startsWith(`A hang-${count}-`))).size;
    await expect.poll(countAsked).toBe(count);
    for (let round = 0; round < 20; round += 1) {
      await readFile(new URL(import.meta.url));
      expect(await (await egress(at("fast.example"))).text()).toBe("hello /a");
    }
    expect(open).toBe(count);
    const release = setInterval(() => dns.release(), 20);
    expect(new Set(await Promise.all(hanging))).toEqual(new Set(["hello /a"]));
    clearInterval(release);
    await egress.close();
  });

  it("end at their own limit, with an error that has the host and the limit", async () => {
    const error = await catchFailure(create({ timeoutMs: 150 })("hang.example"));
    expect(error.reason).toBe("host-lookup-timeout");
    expect(error.lookup).toEqual({ host: "hang.example", limitMs: 150 });
    expect(error.isUnsent).toBe(true);
  });

  it("end earlier than a connection, and are named in the error of a request", async () => {
    const egress: Egress = createEgress({ resolve: create({ timeoutMs: 150 }) });
    const direct = await catchFailure(egress("https://hang.example/"));
    const proxy = { url: "http://proxied.example:3128" };
    const proxied = await catchFailure(egress("https://hang.example/", { proxy }));
    await egress.close();
    expect([direct.reason, proxied.reason]).toEqual(["host-lookup-timeout", "host-lookup-timeout"]);
    expect(direct.lookup?.host).toBe("hang.example");
  });

  it("do not hang because of the other family", async () => {
    expect(await create()("half.example")).toEqual(["127.0.0.2"]);
  });
});

describe("names", () => {
  it("lead to the checked address, also when the name server changes them, 200 times", async () => {
    const egress = createEgress({ allow: ["127.0.0.2"], resolve: create() });
    const before = application.requests.length;
    const outcomes = new Map<string, number>();
    for (let index = 0; index < 200; index += 1) {
      const call = egress(`http://flip-${index}.example:${application.port}/`);
      const outcome = await call.then(
        (response) => response.text(),
        (error: unknown) => (error instanceof EgressError ? error.reason : String(error)),
      );
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    await egress.close();
    // About half of them each: a question whose answer is late is repeated, and gets the other address.
    expect([...outcomes.keys()].toSorted()).toEqual(["address-not-allowed", "hello /"]);
    expect(application.requests.length - before).toBe(outcomes.get("hello /"));
    expect(internal.requests).toEqual([]);
  });

  it("have the addresses of both families, IPv4 first", async () => {
    // The resolver leaves out a family whose answer is late.
    await expect
      .poll(() => create()("both.example"))
      .toEqual(["127.0.0.2", "127.0.0.3", "2001:db8::7", "2001:db8::8"]);
    expect(await create()("SIX.example.")).toEqual(["2001:db8::7"]);
  });

  it("have all addresses of an answer that was too long for UDP", async () => {
    const addresses = await create()("long.example");
    expect(addresses).toHaveLength(60);
    expect(dns.questions).toContain("A long.example over tcp");
  });

  it.each([
    ["missing.example", "host-not-found"],
    ["nowhere.example", "host-not-found"],
    [`${"a".repeat(64)}.example`, "host-not-found"],
    ["broken.example", "host-lookup-failed"],
    ["refused.example", "host-lookup-failed"],
  ])("%s is %s", async (host, reason) => {
    const error = await catchFailure(create()(host));
    expect([error.reason, error.lookup?.host]).toEqual([reason, host]);
  });

  it("fail at once where no name server listens", async () => {
    const error = await catchFailure(create({ servers: [closed] })("fast.example"));
    expect(error.reason).toBe("host-lookup-failed");
  });

  it("are asked of the next name server when the first is away", async () => {
    const resolve = create({ servers: [closed, dns.address] });
    expect(await resolve("fast.example")).toEqual(["127.0.0.2"]);
  });
});
