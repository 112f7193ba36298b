import { expect, test } from "vitest";
import { hostileTexts } from "../../../../test/hostile-texts.ts";
import { buildModel } from "../../../document/model/build/build-model.ts";
import { openValue } from "../../../document/read/open-value.ts";
import { createTemplates } from "../../shared/print/templates.ts";
import { emitDocs } from "../index.ts";

const address = "https://docs.acme.example/api";

/** The pages of a document by their paths. */
function makeSite(document: Readonly<Record<string, unknown>>, url?: string): Map<string, string> {
  const whole = { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {}, ...document };
  const { model } = buildModel(openValue(whole, "openapi.yaml"));
  const context = { model, command: "", render: createTemplates() };
  const { files } = emitDocs(context, {
    document: whole,
    yaml: "",
    minisearch: "",
    url,
    client: "@acme/pets",
  });
  return new Map(files.map(({ path, content }) => [path, content]));
}

/** The addresses of a page's links that do not lead to another host, as paths of the site with their fragment. */
function listLinks(path: string, page: string): readonly URL[] {
  const own = `http://site/${path}`;
  return [...page.matchAll(/ href="([^"]*)"/g)]
    .map(([, link = ""]) => new URL(link.replaceAll("&#x3D;", "=").replaceAll("&#x27;", "'"), own))
    .filter(({ host }) => host === "site");
}

test("with hundreds of groups, a page names its own and leads to the list of all", () => {
  const paths = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [
      `/${index}`,
      { get: { operationId: `get${index}`, tags: [`t${index}`], responses: {} } },
    ]),
  );
  const page = makeSite({ paths }).get("operations/get7.html") ?? "";
  expect(page).toContain(">About t7<");
  expect(page).toContain(
    '<a class="group" href="../index.html#operations">All groups <small>300</small></a>',
  );
  expect(page).not.toContain("t8");
});

test("a description that is too long for Markdown is displayed as it is written, and stays text", () => {
  const text = `<b>${"**a** ".repeat(40_000)}`;
  const page =
    makeSite({ info: { title: "Pets", version: "1", description: text } }).get("index.html") ?? "";
  expect(page).toContain('<pre class="long">&#60;b&#62;**a** **a** ');
  expect(page).not.toContain("<b>");
});

test("parts of allOf that each name two others twice are listed once", () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => {
      const next = { $ref: `#/components/schemas/A${index + 1}` };
      return [`A${index}`, index === 59 ? { properties: { secret: {} } } : { allOf: [next, next] }];
    }),
  );
  const site = makeSite({ components: { schemas } });
  expect(site.get("schemas/a0.html")?.match(/id="member\.secret"/g)).toHaveLength(1);
  expect(site.get("schemas/a0.md")?.match(/^- `secret`/gm)).toHaveLength(1);
});

test("of very many members an operation lists the first and says that there are more; a schema's own page has all", () => {
  const makeMembers = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, {}]));
  const show = (count: number) => {
    const schema = { type: "object", properties: makeMembers(count) };
    const content = { "application/json": { schema } };
    const responses = { 200: { description: "All.", content } };
    const site = makeSite({ paths: { "/a": { get: { operationId: "getA", responses } } } });
    return ["html", "md"].map((type) => site.get(`operations/get-a.${type}`) ?? "");
  };
  for (const text of show(400)) {
    expect(text).toContain("a399");
    expect(text).not.toContain("further members");
  }
  const [html = "", markdown = ""] = show(10_000);
  expect(html.match(/<li id="response-200\.a/g)).toHaveLength(400);
  expect(html).toContain("The document has further members.");
  expect(markdown.match(/^- `a\d+` \(/gm)).toHaveLength(400);
  expect(markdown).toContain("- further members are in the document");
  const own = makeSite({ components: { schemas: { A: { properties: makeMembers(1000) } } } });
  expect(own.get("schemas/a.html")?.match(/<li id="member\.a/g)).toHaveLength(1000);
  expect(own.get("schemas/a.md")?.match(/^- `a\d+` \(/gm)).toHaveLength(1000);
});

const pet = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1, maxLength: 100, description: "What it is *called*." },
    kind: {
      enum: ["cat", "dog"],
      "x-enumDescriptions": { cat: "It purrs.", dog: "It barks." },
    },
    id: { type: "string", readOnly: true },
    secret: { type: "string", writeOnly: true },
    mother: { $ref: "#/components/schemas/Pet" },
    owner: { type: "object", properties: { "full name": { type: "string" } } },
    home: { oneOf: [{ $ref: "#/components/schemas/House" }, { type: "object", title: "Tent" }] },
  },
};

const document = {
  servers: [{ url: "https://api.acme.example/v1" }],
  tags: [{ name: "pets", description: "All about pets.\n\n> [!NOTE]\n> Cats first." }],
  security: [{ Key: [] }],
  paths: {
    "/pets/{id}": {
      post: {
        operationId: "changePet",
        summary: "Change a pet",
        tags: ["pets"],
        description: "See [the shelter](https://shelter.example) or [this](javascript:alert(1)).",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" }, example: "p1" },
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50 } },
        ],
        requestBody: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
        },
        responses: {
          200: {
            description: "Changed.",
            content: {
              "application/json": {
                schema: { $ref: "#/components/schemas/Pet" },
                examples: { cat: { value: { name: "Tom" } }, dog: { value: { name: "Rex" } } },
              },
            },
          },
          404: { description: "There is no such pet." },
        },
      },
    },
  },
  webhooks: {
    petBorn: {
      post: {
        requestBody: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
        },
        responses: { 204: { description: "Received." } },
      },
    },
  },
  components: {
    schemas: {
      Pet: pet,
      House: { type: "object", properties: { rooms: { type: "integer" } } },
    },
    securitySchemes: { Key: { type: "apiKey", in: "header", name: "x-key" } },
  },
};

const site = makeSite(document, address);

test("every link leads to a page of the site, and every fragment to a place on it", () => {
  const lost: string[] = [];
  for (const [path, page] of site) {
    for (const { pathname, hash } of path.endsWith(".html") && path !== "404.html"
      ? listLinks(path, page)
      : []) {
      const target = site.get(decodeURI(pathname.slice(1)));
      const isThere = hash === "" || target?.includes(` id="${hash.slice(1)}"`) === true;
      if (target === undefined || !isThere) {
        lost.push(`${path}: ${pathname}${hash}`);
      }
    }
  }
  expect(lost).toEqual([]);
});

test("no page has an id twice, and each marks its own place in the navigation", () => {
  for (const [path, page] of site) {
    if (path.endsWith(".html") && path !== "404.html") {
      const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      expect(ids, path).toEqual([...new Set(ids)]);
      expect(page.match(/aria-current="page"/g), path).toHaveLength(1);
    }
  }
});

test("every page has its own title, a canonical address, a twin in Markdown and a place in the sitemap", () => {
  const pages = [...site].filter(([path]) => path.endsWith(".html") && path !== "404.html");
  const titles = pages.map(([, page]) => /<title>(.*)<\/title>/.exec(page)?.[1]);
  expect(new Set(titles).size).toBe(pages.length);
  for (const [path, page] of pages) {
    const canonical = /rel="canonical" href="([^"]*)"/.exec(page)?.[1];
    expect(site.get("sitemap.xml")).toContain(`<loc>${canonical}</loc>`);
    expect(canonical?.startsWith(`${address}/`), path).toBe(true);
    expect(/rel="alternate" type="text\/markdown"/.test(page), path).toBe(true);
  }
});

test("an operation shows its parameters, its body without what is read-only, and its responses", () => {
  const page = site.get("operations/change-pet.html") ?? "";
  expect(page).toContain('<li id="query-limit">');
  expect(page).toContain("1 to 50");
  expect(page).toContain('<li id="body.name">');
  expect(page).toContain('<li id="body.owner.full~20name">');
  expect(page).not.toContain('id="body.id"');
  expect(page).toContain('<li id="response-200.id">');
  expect(page).not.toContain('id="response-200.secret"');
  expect(page).toContain("1 to 100 characters");
  expect(page).toContain("What it is <em>called</em>.");
  expect(page).toContain("It purrs.");
  for (const label of ["curl", "Client", "fetch", "Python", "Go", "200 cat", "200 dog"]) {
    expect(page).toContain(`>${label}</label>`);
  }
});

test("the payload of a webhook, which the API sends, is without what is write-only", () => {
  const page = site.get("webhooks/post-pet-born.html") ?? "";
  expect(page).toContain('<li id="body.id">');
  expect(page).not.toContain('id="body.secret"');
});

test("alternatives are tabs with the names of their schemas or titles, and a circle ends in a link", () => {
  const page = site.get("schemas/pet.html") ?? "";
  expect(page).toContain(
    '<input type="radio" name="member.home.choice:" id="member.home.choice:1" checked><label for="member.home.choice:1">House</label>',
  );
  expect(page).toContain(
    '<input type="radio" name="member.home.choice:" id="member.home.choice:2"><label for="member.home.choice:2">Tent</label>',
  );
  expect(page).toContain('<a href="../schemas/pet.html">Pet</a>');
  expect(page).toContain('<li id="member.mother">');
  expect(page).not.toContain('id="member.mother.name"');
});

test("many alternatives are a list, and each tab belongs to one group", () => {
  const choices = (count: number): object => ({
    oneOf: Array.from({ length: count }, (_, index) => ({
      title: `Choice ${index}`,
      type: "object",
      properties: { "choice:1": { type: "string" } },
    })),
  });
  const pages = makeSite({ components: { schemas: { Few: choices(8), Many: choices(9) } } });
  const few = pages.get("schemas/few.html") ?? "";
  const many = pages.get("schemas/many.html") ?? "";
  expect(few.match(/ name="member\.choice:"/g)).toHaveLength(8);
  expect(many).not.toContain('type="radio"');
  expect(many).toContain("<summary>Choice 8 ");
  const ids = [...few.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids).toEqual([...new Set(ids)]);
});

test("Markdown is rendered, and addresses that run code stay text", () => {
  expect(site.get("tags/pets.html")).toContain('<blockquote class="note note">');
  const page = site.get("operations/change-pet.html") ?? "";
  expect(page).toContain('<a href="https://shelter.example">the shelter</a>');
  expect(page).not.toContain('href="javascript');
});

test("the form of an operation may send only to the document's servers", () => {
  const policy = (path: string): string | undefined =>
    /connect-src ([^;]*);/.exec(site.get(path)?.replaceAll("&#x27;", "'") ?? "")?.[1];
  expect(policy("operations/change-pet.html")).toBe("'self' https://api.acme.example");
  expect(policy("index.html")).toBe("'self'");
});

test("a long path breaks before its slashes, and not within a name", () => {
  const paths = { "/pets/{pet_id}": { get: { operationId: "getPet", responses: {} } } };
  const page = makeSite({ paths }).get("operations/get-pet.html") ?? "";
  expect(page).toContain("<code><wbr>/pets<wbr>/{pet_id}</code>");
});

test("texts of a document stay texts at every place of every page", () => {
  // Only these characters mean something in HTML or Markdown.
  for (const text of hostileTexts.filter((each) => /[<>"'`&[]/.test(each))) {
    const hostile = makeSite({
      ...replaceTexts(document, text),
      info: { title: text, version: text },
    });
    for (const [path, page] of hostile) {
      if (path.endsWith(".html")) {
        expect(listElements(page), `${path} with ${text}`).toEqual([]);
      }
    }
  }
});

/** The document with a text at every place for readers. */
function replaceTexts<Value>(value: Value, text: string): Value {
  const replaced = JSON.stringify(value, (key, member: unknown) =>
    ["title", "description", "summary", "cat", "name"].includes(key) &&
    typeof member === "string" &&
    member !== "id"
      ? text
      : member,
  );
  // Only texts are different.
  return JSON.parse(replaced) as Value;
}

/** The elements and attributes of a page that no template and no Markdown writes. */
function listElements(page: string): string[] {
  const tags = [...page.matchAll(/<(\/?)([^\s>]+)([^>]*)>/g)];
  return tags.flatMap(([tag, , name = "", attributes = ""]) => {
    const names = [...attributes.matchAll(/([^\s=]+)(?:="[^"]*")?/g)].map(([, each = ""]) => each);
    return elements.has(name) && names.every((each) => attributeNames.has(each)) ? [] : [tag];
  });
}

const elements = new Set(
  "!doctype a article aside b blockquote body br button code dd details div dl dt em fieldset footer h1 h2 h3 h4 h5 h6 head header hr html img input label legend li link main meta nav ol p pre script section small span strong summary table tbody td th thead title tr ul wbr".split(
    " ",
  ),
);
const attributeNames = new Set(
  "alt aria-current aria-label aria-labelledby charset checked class content data-operation data-root data-tabs data-try data-version defer download for href html http-equiv id lang name open popover popovertarget rel role scope src start tabindex title type".split(
    " ",
  ),
);

test("links to tags, operations and headings lead to their pages, and those that lead nowhere are text", () => {
  const text = [
    "[tag](#tag/Lost-pets) [named](#tag/Lost%20pets) [operation](#operation/listPets)",
    "[older](#tag/Lost-pets/operation/listPets) [heading](#limits) [section](#section/Limits) [nowhere](#nothing)",
    "",
    "> [!NOTE]",
    "> [noted](#operation/listPets) [gone](#gone)",
    "",
    "## Limits",
  ].join("\n");
  const site = makeSite({
    info: { title: "Pets", version: "1", description: text },
    tags: [{ name: "Lost pets", description: text }],
    paths: { "/pets": { get: { operationId: "listPets", tags: ["Lost pets"], responses: {} } } },
  });
  const read = (path: string): readonly string[] =>
    [
      ...(/class="prose">(.*?)<\/div>/su.exec(site.get(path) ?? "")?.[1] ?? "").matchAll(
        /<a href="([^"]*)">|(nowhere|gone)|<h2 id="([^"]*)"/g,
      ),
    ].map(([, link, words, id]) => link ?? words ?? id ?? "");
  const expectLinks = (path: string, root: string): void => {
    const [tag, operation] = [`${root}tags/lost-pets.html`, `${root}operations/list-pets.html`];
    const headings = ["#section/limits", "#section/limits"];
    expect(read(path)).toEqual([
      ...[tag, tag, operation, operation, ...headings, "nowhere", operation, "gone"],
      "section/limits",
    ]);
  };
  expectLinks("index.html", "");
  expectLinks("tags/lost-pets.html", "../");
});

test("other pages link to headings of the introduction, and of two tags with a name to the first", () => {
  const description =
    "[a](#section/Limits) [b](#section/Limits/Bursts) [c](#tag/pets) [d](#section/none)";
  const site = makeSite({
    info: { title: "Pets", version: "1", description: "# Limits\n\n## Bursts" },
    tags: [{ name: "pets" }, { name: "pets", description: "Again." }],
    paths: {
      "/pets": { get: { operationId: "listPets", tags: ["pets"], description, responses: {} } },
    },
  });
  expect(site.get("operations/list-pets.html")).toContain(
    '<p><a href="../index.html#section/limits">a</a> <a href="../index.html#section/bursts">b</a> <a href="../tags/pets.html">c</a> d</p>',
  );
  expect(site.get("index.html")).toContain('id="section/bursts"');
});

test("a tag that has a text and no operations is a page in its place", () => {
  const site = makeSite({
    tags: [
      { name: "intro", "x-displayName": "Introduction", description: "Read *me* first." },
      { name: "pets" },
      { name: "empty" },
    ],
    paths: { "/pets": { get: { operationId: "listPets", tags: ["pets"], responses: {} } } },
  });
  expect(site.get("tags/introduction.html")).toContain("<p>Read <em>me</em> first.</p>");
  expect(site.get("tags/introduction.md")).toContain("Read *me* first.");
  expect(site.get("index.html")).toContain(
    '<a class="group" href="tags/introduction.html">Introduction</a>',
  );
  expect(site.get("llms.txt")).toContain("## Introduction\n\nRead *me* first.");
  expect(site.get("search-index.js")).toContain("Read me first.");
  expect(site.has("tags/empty.html")).toBe(false);
});

test("every page has a description", () => {
  const site = makeSite({
    info: { title: "Pets", version: "1", description: "" },
    tags: [{ name: "pets", description: "***" }],
    paths: {
      "/pets": {
        get: {
          operationId: "listPets",
          summary: "List pets",
          description: "",
          tags: ["pets"],
          responses: {},
        },
      },
    },
    components: { schemas: { Pet: { description: "" } } },
  });
  const descriptions = ["index", "tags/pets", "operations/list-pets", "schemas/pet"].map(
    (path) => /name="description" content="([^"]*)"/.exec(site.get(`${path}.html`) ?? "")?.[1],
  );
  expect(descriptions).toEqual(["Pets", "pets", "List pets: GET /pets", "The schema Pet."]);
});
