import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import type { OpenApiDocument } from "../../scripts/support/document.ts";
import { bundleTheDocument } from "../support/document.ts";
import { type Facets, readFacets } from "./fields/schema.ts";
import { stateVal } from "./state-val.ts";

let document: OpenApiDocument;
let val: Facets;

beforeAll(async () => {
  ({ document } = await bundleTheDocument());
  val = readFacets(document, { $ref: "#/components/schemas/ConnectionStateVal" });
});

/** The schema of a member, named with or without its star. */
const findMemberSchema = (member: string): Facets["schema"] =>
  readFacets(document, val.members.get(member.replace("*", ""))?.schema).schema;

const cases = stateVal.map((one) => [one.scheme, one.status, one.members] as const);

describe("state.val", () => {
  test("always allows further members", () => {
    expect(val.additional).toBe(true);
  });

  test.each(cases)("of %s while %s has its members, each described", (scheme, status, members) => {
    const silent = members.filter((member) => {
      const description = String(findMemberSchema(member).description ?? "");
      return !description.includes(scheme) && !description.includes(`\`${status}\``);
    });
    // `callback_url` is left out, because every scheme with a user's consent has it.
    expect(silent.filter((member) => member !== "callback_url")).toEqual([]);
  });

  test.each(cases)(
    "of %s while %s says which members are always there",
    (_scheme, _status, members) => {
      const starred = members.filter((member) => member.endsWith("*"));
      const silent = starred.filter(
        (member) => !/required|always there/i.test(String(findMemberSchema(member).description)),
      );
      expect(silent).toEqual([]);
    },
  );

  test.each(cases)(
    "of %s while %s is valid by Ajv, with a member of the toolkit's own",
    (scheme, status, members) => {
      const ajv = new Ajv2020({ strict: false });
      addFormats.default(ajv);
      ajv.addSchema({ ...document, $id: "doc" });
      const texts = members.map((member) => {
        const name = member.replace("*", "");
        return [name, name === "expires_in" ? 28_800 : "x"];
      });
      const state = {
        authScheme: scheme,
        val: { status, ...Object.fromEntries(texts), of_the_toolkit: { any: ["value"] } },
      };
      const validate = ajv.getSchema("doc#/components/schemas/ConnectionState");
      expect(validate?.(state), ajv.errorsText(validate?.errors)).toBe(true);
    },
  );

  test("never returns the code verifier", () => {
    expect(findMemberSchema("code_verifier").writeOnly).toBe(true);
  });
});
