import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DnsServer } from "../testing/dns-server.ts";
import { createNameResolver } from "./create-name-resolver.ts";
import { createHostsFile } from "./hosts-file.ts";
import { createSearchList } from "./search-list.ts";

const dns = new DnsServer((name) =>
  ["db.apps.internal", "db.apps.svc.internal"].includes(name) ? ["127.0.0.9"] : "NXDOMAIN",
);
let folder: string;
beforeAll(async () => {
  await dns.listen();
  folder = await mkdtemp(join(tmpdir(), "names-"));
});
afterAll(async () => {
  await dns.close();
  await rm(folder, { recursive: true });
});

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

it("the hosts file comes before any name server, with aliases, comments and both families", async () => {
  const path = await write(
    "hosts",
    "::1 localhost ip6-loopback # the machine\n127.0.0.1\tlocalhost\n172.18.0.3 Web web.internal\r\nnot-an-address x\n# 1.2.3.4 commented\n",
  );
  const find = createHostsFile(path);
  expect(find("localhost")).toEqual(["127.0.0.1", "::1"]);
  expect(find("web")).toEqual(["172.18.0.3"]);
  expect([find("x"), find("commented"), find("__proto__")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const before = dns.questions.length;
  const resolve = createNameResolver({ servers: [dns.address], hostsFile: path });
  expect(await resolve("WEB.internal.")).toEqual(["172.18.0.3"]);
  expect(dns.questions.length).toBe(before);
});

it("localhost is the machine itself where the hosts file does not have it, and is never asked for", async () => {
  const before = dns.questions.length;
  const resolve = createNameResolver({ servers: [dns.address], hostsFile: "/nowhere" });
  expect(await resolve("localhost")).toEqual(["127.0.0.1", "::1"]);
  expect(await resolve("a.localhost")).toEqual(["127.0.0.1", "::1"]);
  expect(dns.questions.length).toBe(before);
});

it("search domains come before a name of one label, and after others that have few dots", async () => {
  const path = await write(
    "resolv.conf",
    "domain ignored.example\nsearch apps.internal svc.internal. ; two\noptions edns0 ndots:2\n",
  );
  const list = createSearchList(path);
  expect(list("db")).toEqual(["db.apps.internal", "db.svc.internal", "db"]);
  expect(list("db.apps")).toEqual(["db.apps", "db.apps.apps.internal", "db.apps.svc.internal"]);
  expect(list("api.example.com")).toEqual(["api.example.com"]);
  expect(createSearchList("/nowhere")("db")).toEqual(["db"]);
  const resolve = createNameResolver({ servers: [dns.address], resolvConf: path });
  expect(await resolve("db")).toEqual(["127.0.0.9"]);
  expect(await resolve("db.apps")).toEqual(["127.0.0.9"]);
  // A dot at the end marks a complete name, so the search domains are not tried.
  await expect(resolve("db.")).rejects.toMatchObject({ reason: "host-not-found" });
});

it("a file that changes is read again", async () => {
  const path = await write("changing", "127.0.0.5 app\n");
  const find = createHostsFile(path);
  expect(find("app")).toEqual(["127.0.0.5"]);
  await writeFile(path, "127.0.0.60 app\n");
  await expect.poll(() => find("app")).toEqual(["127.0.0.60"]);
});
