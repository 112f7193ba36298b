import { type Bomb, count, json, members, operation } from "./bomb.ts";

const answer = { 200: { description: "" } };

/** Very many tags. */
export const tagBombs: readonly Bomb[] = [
  {
    name: "20,000 tags of one operation",
    files: () => operation({ tags: count(20_000, (index) => `t${index}`) }),
    code: undefined,
  },
  {
    name: "50,000 tags that are listed and not used",
    files: () =>
      json({ tags: count(50_000, (index) => ({ name: `t${index}`, description: "a" })) }),
    code: undefined,
  },
  {
    name: "2,000 tags with an operation each",
    files: () =>
      json({
        paths: members(2000, (index) => [
          `/${index}`,
          { get: { tags: [`t${index}`], responses: answer } },
        ]),
      }),
    code: undefined,
  },
  {
    name: "3,000 operations of one tag",
    files: () =>
      json({
        paths: members(3000, (index) => [`/${index}`, { get: { tags: ["t"], responses: answer } }]),
      }),
    code: undefined,
  },
  {
    name: "a tag hierarchy of 20,000 levels",
    files: () =>
      json({
        openapi: "3.2.0",
        tags: count(20_000, (index) => ({
          name: `t${index}`,
          ...(index === 0 ? {} : { parent: `t${index - 1}` }),
        })),
        paths: { "/a": { get: { tags: ["t19999"], responses: answer } } },
      }),
    code: undefined,
  },
];
