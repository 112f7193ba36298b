import { type Bomb, count, deep, members } from "./bomb.ts";

function discovery(more: object): Readonly<Record<string, string>> {
  const head = { kind: "discovery#restDescription", discoveryVersion: "v1", title: "Bomb" };
  return { "bomb.json": JSON.stringify({ ...head, version: "1", ...more }) };
}

/** Documents of Google Discovery, which are converted before anything else is done. */
export const discoveryBombs: readonly Bomb[] = [
  {
    name: "Discovery: 3,000 methods, each of which loses a parameter",
    files: () =>
      discovery({
        methods: members(3000, (index) => [
          `m${index}`,
          {
            ...{ id: `m${index}`, httpMethod: "GET", path: `m${index}/{+name}` },
            parameters: { name: { type: "string", location: "path", pattern: "^.*$" } },
            response: { $ref: `S${index}` },
          },
        ]),
        schemas: members(3000, (index) => [
          `S${index}`,
          { properties: { next: { $ref: `S${(index + 1) % 3000}` }, any: { type: "any" } } },
        ]),
      }),
    code: undefined,
    warning: "lost-in-conversion",
  },
  {
    name: "Discovery: a path with 100,000 parameters of several segments",
    files: () =>
      discovery({
        methods: {
          get: {
            id: "get",
            httpMethod: "GET",
            path: `{+a}/${"{+".repeat(deep)}{+b}`,
            flatPath: "a",
          },
          list: {
            ...{ id: "list", httpMethod: "GET", flatPath: "b" },
            path: count(deep, (index) => `{+p${index}}`).join("/"),
          },
        },
      }),
    code: undefined,
  },
  {
    name: "Discovery: aliases of resources that double 13 times",
    files: () => ({
      "bomb.yaml": `kind: discovery#restDescription\ntitle: Bomb\nversion: "1"\nx-0: &a0 { methods: { m: { id: m, httpMethod: GET, path: m } } }\n${count(13, (level) => `x-${level + 1}: &a${level + 1} { resources: { a: *a${level}, b: *a${level} } }`).join("\n")}\nresources: { a: *a13 }\n`,
    }),
    code: undefined,
  },
];
