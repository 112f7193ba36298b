import { describe, expect, it } from "vitest";
import { createCatalog } from "./testing/create-catalog.ts";
import { loadTexts } from "./testing/load-texts.ts";
import { catalog as shipped } from "./testing/shipped-toolkits.ts";
import { writePlainHead } from "./testing/write-plain-head.ts";

const payload = "payload: { type: object, properties: { title: { type: string } } }";

const webhooks = "  webhooks: { signature: { scheme: token, header: X-Token } }\n";
const rule = "webhook: { when: [{ pointer: /type, equals: a }], data: { title: /title } }";

function document(
  version: string,
  slugs: readonly string[],
  head = writePlainHead("acme", undefined, version),
) {
  const triggers = slugs.map(
    (slug) =>
      `  on${slug}: { post: { description: Fires., x-platform-trigger: { type: webhook, slug: ${slug}, name: A name, ${payload}, ${rule} }, responses: { '200': { description: Ok. } } } }`,
  );
  return `${head}${webhooks}webhooks:\n${triggers.join("\n")}\npaths: {}`;
}

const { documents, problems } = loadTexts(
  document("20251120_00", ["ACME_NEW", "ACME_BOTH"]),
  document("20251001_00", ["ACME_BOTH", "ACME_OLD"]),
  `${writePlainHead("beta")}paths: { /a: { get: { operationId: list, summary: List, description: Lists., x-platform-trigger: { type: poll, slug: BETA_ITEM_ADDED, name: Item, ${payload}, poll: { items: /a, identity: [/id], time: { pointer: /at }, data: { title: /title } } }, responses: { '200': { description: Ok. } } } } }`,
  document("20251120_00", ["GONE_A"], `${writePlainHead("gone")}  deprecated: true\n`),
);
const catalog = await createCatalog({ documents, baseUrl: "https://p.example" });
const list = async (filter?: Parameters<typeof catalog.listTriggers>[0]): Promise<string[]> =>
  (await catalog.listTriggers(filter)).map(({ slug, record }) => `${slug} ${record.version}`);

describe("trigger types", () => {
  it("are listed by slug, at the versions that are asked for", async () => {
    expect(problems).toEqual([]);
    const latest = "20251120_00";
    const all = [`ACME_BOTH ${latest}`, `ACME_NEW ${latest}`, `BETA_ITEM_ADDED ${latest}`];
    expect(await list()).toEqual(all);
    expect(await list({ toolkitSlugs: ["beta"] })).toEqual(all.slice(2));
    expect(await list({ toolkitSlugs: ["gone"] })).toEqual([`GONE_A ${latest}`]);
    const toolkitVersions = { acme: "20251001_00" };
    expect(await list({ toolkitSlugs: ["acme"], toolkitVersions })).toEqual([
      "ACME_BOTH 20251001_00",
      "ACME_OLD 20251001_00",
    ]);
    await expect(list({ toolkitSlugs: ["none"] })).rejects.toThrow("Toolkit_NotFound");
    await expect(list({ toolkitVersions: { acme: "20200101_00" } })).rejects.toThrow(
      "Toolkit_NotFound",
    );
  });

  it("are found by slug in any case", async () => {
    expect((await catalog.getTrigger("acme_new")).record).toMatchObject({
      type: "webhook",
      description: "Fires.",
      toolkit: { slug: "acme", logo: "https://p.example/logos/acme.svg" },
    });
    const old = { acme: "20251001_00" };
    expect((await catalog.getTrigger("ACME_OLD", old)).slug).toBe("ACME_OLD");
    for (const [slug, versions] of [
      ["ACME_OLD", undefined],
      ["ACME_NEW", old],
      ["ACME_NEW", { acme: "20200101_00" }],
    ] as const) {
      await expect(catalog.getTrigger(slug, versions)).rejects.toThrow("Trigger_TypeNotFound");
    }
  });

  it("have an interval when they are polled, and every toolkit counts its own", async () => {
    const { record } = await catalog.getTrigger("BETA_ITEM_ADDED");
    expect(record.config).toMatchObject({
      properties: { interval: { type: "integer", minimum: 60, maximum: 86_400, default: 900 } },
    });
    expect(catalog.getToolkit("acme").record.meta.triggers_count).toBe(2);
  });

  it("are at least sixteen, in eight of the platform's toolkits", async () => {
    const triggers = await shipped.listTriggers();
    expect(triggers.length).toBeGreaterThanOrEqual(16);
    expect(new Set(triggers.map(({ record }) => record.toolkit.slug)).size).toBe(8);
  });

  it("say how they are set up, all of the platform's and those whose document does not", async () => {
    const triggers = await shipped.listTriggers();
    expect(
      triggers.filter(({ record }) => record.instructions.length < 80).map(({ slug }) => slug),
    ).toEqual([]);
    const read = async (settings: string, rule: string): Promise<string> => {
      const trigger = `x-platform-trigger: { name: A, ${payload}, ${rule} }, responses: { '200': { description: Ok. } }`;
      const head = `${writePlainHead("acme")}${settings}`;
      const { documents: read } = loadTexts(
        rule.includes("type: poll")
          ? `${head}paths: { /a: { get: { operationId: list, summary: List, description: Lists., ${trigger} } } }`
          : `${head}paths: {}\nwebhooks: { on: { post: { ${trigger} } } }`,
      );
      const made = await createCatalog({ documents: read, baseUrl: "https://p.example" });
      return (await made.getTrigger("ACME_A")).record.instructions;
    };
    const polled =
      "type: poll, slug: ACME_A, poll: { items: /a, identity: [/id], time: { pointer: /at }, data: { title: /title } }";
    expect(await read("", polled)).toBe(
      "acme needs no account. Nothing has to be entered at acme: the service reads its list every `interval` seconds. The first reading fires nothing. Events go to the webhook subscription of the project.",
    );
    expect(await read(webhooks, `type: webhook, slug: ACME_A, ${rule}`)).toBe(
      "acme needs no account. Enter `webhook.url` and `webhook.secret` of the upsert's answer as a webhook at acme. Events go to the webhook subscription of the project.",
    );
    expect(await read("", polled.replace("type: poll", "type: poll, instructions: Wait."))).toBe(
      "Wait.",
    );
  });

  it.each([
    ["type: poll, slug: ACME_A", "The type of a trigger in a webhook has to be `webhook`."],
    ["type: webhook, slug: OTHER_A", "`OTHER_A` does not begin with the toolkit's slug."],
    ["type: webhook, slug: acme_a", "must be upper case letters"],
    ["type: webhook, slug: ACME_A, nam: x", "Unrecognized key"],
  ])("with %s are a problem with its line", (text, message) => {
    const webhook = `  on: { post: { x-platform-trigger: { ${text}, name: A, ${payload} }, responses: { '200': { description: Ok. } } } }`;
    const head = `${writePlainHead("acme")}${webhooks}`;
    const { problems: found } = loadTexts(`${head}paths: {}\nwebhooks:\n${webhook}`);
    expect(found.map((each) => each.message).join("\n")).toContain(message);
    expect(found[0]?.line).toBe(13);
  });

  const listProblems = (settings: string, trigger: string): string[] => {
    const webhook = `  on: { post: { x-platform-trigger: { type: webhook, slug: ACME_A, name: A, ${trigger} }, responses: { '200': { description: Ok. } } } }`;
    const head = `${writePlainHead("acme")}  webhooks: ${settings}\n`;
    const { problems: found } = loadTexts(`${head}paths: {}\nwebhooks:\n${webhook}`);
    return found.map(({ line, message }) => `${line}: ${message}`);
  };
  const signature = "signature: { scheme: token, header: X-Token }";
  const jwt = "scheme: jwt, keys: 'https://a.example/keys', issuers: [a]";
  const owner =
    "address: auth_config, owner: { operation: who, pointer: /id, delivery: { pointer: /id } }";

  it.each([
    [
      "{}",
      "`x-platform-toolkit.webhooks.signature`: is missing, and has to be of the type object.",
    ],
    ["[]", "`x-platform-toolkit.webhooks`: has to be of the type object, not array."],
    ["{ signature: { scheme: rot13 } }", "`x-platform-toolkit.webhooks.signature.scheme`: "],
    [
      "{ signature: { scheme: hmac, header: X-A, signed: 'x' } }",
      "`x-platform-toolkit.webhooks.signature.signed`: needs `{body}` once.",
    ],
    [
      "{ signature: { scheme: hmac, header: X-A, signed: '{timestamp}{body}' } }",
      "`x-platform-toolkit.webhooks.signature.signed`: has `{timestamp}`, but `timestamp` does not name its place.",
    ],
    [
      "{ signature: { scheme: hmac, header: X-A, timestamp: { header: X-B } } }",
      "`x-platform-toolkit.webhooks.signature.signed`: needs `{timestamp}`: a time that is not signed proves nothing.",
    ],
    [
      "{ signature: { scheme: hmac, header: X-A, signed: '{delivery}{body}' } }",
      "`x-platform-toolkit.webhooks.signature.signed`: has `{delivery}`, but `delivery` does not name its place.",
    ],
    [
      `{ ${signature}, address: auth_config }`,
      "`x-platform-toolkit.webhooks.owner`: must be present if `address` is `auth_config`, and absent otherwise.",
    ],
    [
      `{ ${signature}, secret: { from: application, pointer: /secret } }`,
      "`x-platform-toolkit.webhooks.secret`: comes with the answer to a registration, so `hooks` is needed.",
    ],
    [
      `{ ${signature}, secret: { from: auth_config, field: signing_secret } }`,
      "No auth scheme has the field `signing_secret`.",
    ],
    [
      `{ ${signature}, hooks: { register: { operation: makeHook, id: /id, expires: { pointer: /end } }, unregister: { operation: dropHook } } }`,
      "The document has no operation `makeHook`.",
    ],
    [
      `{ ${signature}, hooks: { register: { operation: makeHook, id: /id }, unregister: { operation: dropHook } } }`,
      "`x-platform-toolkit.webhooks.hooks`: needs `find`, unless `register` has `expires`: a hook whose answer was lost is found by its address.",
    ],
    [
      `{ ${signature}, hooks: { register: { operation: makeHook, id: /id, keep: { config: /a }, expires: { pointer: /end } }, unregister: { operation: dropHook } } }`,
      "`x-platform-toolkit.webhooks.hooks.register.keep.config`: must have a name of lower case letters",
    ],
    [
      "{ signature: { scheme: jwt, issuers: [a] } }",
      "`x-platform-toolkit.webhooks.signature.keys`: must be the https address of a key set.",
    ],
    [
      "{ signature: { scheme: jwt, keys: 'ftp://a.example/keys', issuers: [a] } }",
      "`x-platform-toolkit.webhooks.signature.keys`: must be the https address of a key set.",
    ],
    [
      "{ signature: { scheme: jwt, keys: 'https://a.example/keys' } }",
      "`x-platform-toolkit.webhooks.signature.issuers`: ",
    ],
    [
      `{ signature: { ${jwt}, algorithms: [HS256] } }`,
      "`x-platform-toolkit.webhooks.signature.algorithms.0`: ",
    ],
    [
      `{ signature: { ${jwt} }, secret: { from: platform } }`,
      "`x-platform-toolkit.webhooks.secret`: must be absent: the application signs a `jwt` with a key of its own.",
    ],
    [
      `{ signature: { ${jwt}, audience: { field: audience } } }`,
      "`x-platform-toolkit.webhooks.signature.audience`: names a field, which needs `address: auth_config`.",
    ],
    [
      `{ signature: { ${jwt}, claims: { email: { field: email } } } }`,
      "`x-platform-toolkit.webhooks.signature.claims.email`: names a field, which needs `address: auth_config`.",
    ],
    [
      `{ signature: { ${jwt}, claims: { email: { field: email } } }, ${owner} }`,
      "No auth scheme has the field `email`.",
    ],
    [
      `{ signature: { ${jwt}, audience: { field: audience } }, ${owner} }`,
      "No auth scheme has the field `audience`.",
    ],
    [
      `{ ${signature}, decode: message }`,
      "`x-platform-toolkit.webhooks.decode`: must be a JSON Pointer.",
    ],
    [
      `{ ${signature}, hooks: { register: { operation: makeHook, expires: { pointer: /end } }, unregister: { operation: dropHook } } }`,
      "`x-platform-toolkit.webhooks.hooks.register.id`: must be present, unless `address` is `auth_config`.",
    ],
    [
      `{ ${signature}, ${owner}, hooks: { register: { operation: makeHook, id: /id }, unregister: { operation: dropHook } } }`,
      "`x-platform-toolkit.webhooks.hooks.register.id`: must be absent if `address` is `auth_config`",
    ],
    [
      `{ ${signature}, ${owner}, hooks: { register: { operation: makeHook, arguments: { to: '{url}' } }, unregister: { operation: dropHook } } }`,
      "`x-platform-toolkit.webhooks.hooks.register.arguments`: has `{url}`, but a hook that instances share can contain only {credentials.…}.",
    ],
    [
      `{ ${signature}, ${owner}, hooks: { register: { operation: makeHook }, unregister: { operation: dropHook, arguments: { id: '{id}' } } } }`,
      "`x-platform-toolkit.webhooks.hooks.unregister.arguments`: has `{id}`, but a hook that instances share can contain no such name.",
    ],
    [
      `{ ${signature}, ${owner}, hooks: { register: { operation: makeHook, arguments: { topic: '{credentials.topic}' } }, unregister: { operation: dropHook } } }`,
      "No auth scheme has the field `topic`.",
    ],
    [
      `{ ${signature}, ${owner}, hooks: { register: { operation: makeHook, renew: 86400 }, unregister: { operation: dropHook } } }`,
      "`x-platform-toolkit.webhooks.hooks.register.renew`: needs `expires`: a hook that stays is not renewed.",
    ],
  ])("of webhooks that are described as %s are a problem with its line", (settings, message) => {
    const found = listProblems(settings, `${payload}, ${rule}`);
    expect(found.join("\n")).toContain(message);
    expect(found[0]).toMatch(/^10: /);
  });

  it.each([
    [payload, "A webhook type needs `webhook`."],
    [
      `${payload}, webhook: { when: [{ header: X-A, equals: a }], data: { name: /name } }`,
      "`name` is not a property of `payload`.",
    ],
    [
      "payload: { type: object, properties: { title: { type: string } }, required: [title] }, webhook: { when: [{ header: X-A, equals: a }], data: {} }",
      "`title` is required in `payload`, and `data` does not have it.",
    ],
    [
      `${payload}, webhook: { when: [{ header: X-A, equals: a }], filters: { group: { header: X-ToolkitGroup } }, data: {} }`,
      "`group` is not a property of `config`.",
    ],
    [
      `${payload}, ${rule}, watch: { when: [{ header: X-A, equals: a }] }`,
      "Only a poll type has `watch`.",
    ],
    [
      `${payload}, webhook: { when: [{ header: X-A, equals: a, present: true }], data: {} }`,
      "needs exactly one of equals, one_of, present and absent",
    ],
  ])("with %s are a problem of the type", (trigger, message) => {
    const found = listProblems(`{ ${signature} }`, trigger);
    expect(found.join("\n")).toContain(message);
    expect(found.map((each) => each.split(":", 1)[0])).toEqual(["13"]);
  });

  it.each([
    ["poll: { items: items, identity: [/id], data: {} }", "must be a JSON Pointer"],
    ["poll: { items: /items, identity: [], data: {} }", "expected array to have >=1 items"],
    ["poll: { items: /items, identity: [/id], data: {} }", "needs `{since}` in an argument"],
    [
      "poll: { items: /items, identity: [/id], time: { pointer: /at }, data: { name: /n } }",
      "`name` is not a property of `payload`.",
    ],
    [
      "poll: { items: /items, identity: [/id], time: { pointer: /at }, data: {}, arguments: { q: '{config.q}' } }",
      "`q` is not a property of `config`.",
    ],
    [
      "poll: { items: /items, identity: [/id], time: { pointer: /at }, data: {}, arguments: { q: x } }",
      "The operation has no argument `q`.",
    ],
    ["config: { type: object, properties: { a: { $ref: '#/nothing' } } }", "nothing"],
    [
      "poll: { items: /items, identity: [/id], time: { pointer: /at }, data: {} }, watch: { when: [{ header: X-State, equals: a }] }",
      "A watch needs `webhooks.hooks`, which opens and stops it.",
    ],
    [
      "poll: { items: /items, identity: [/id], time: { pointer: /at }, data: {} }, watch: { when: [{ header: X-State, equals: a }], filters: { group: { header: X-ToolkitGroup } } }",
      "`group` is not a property of `config`.",
    ],
    [
      "poll: { items: /items, identity: [/id], time: { pointer: /at }, data: {} }, watch: { when: [] }",
      "watch.when",
    ],
  ])("of the kind poll with %s are a problem with its line", (text, message) => {
    const trigger = `x-platform-trigger: { type: poll, slug: ACME_A, name: A, ${payload}, ${text} }`;
    const path = `  /a: { get: { operationId: list, summary: List, description: Lists., ${trigger}, responses: { '200': { description: Ok. } } } }`;
    const { problems: found } = loadTexts(`${writePlainHead("acme")}paths:\n${path}`);
    expect(found.map((each) => each.message).join("\n")).toContain(message);
    expect(found[0]?.line).toBe(11);
  });
});
