import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import { isObject, type OpenApiDocument, resolve } from "../../scripts/support/document.ts";
import { getContent } from "../../scripts/support/operations.ts";
import { bundleTheDocument } from "../support/document.ts";
import { events } from "./events.ts";

let document: OpenApiDocument;
let ajv: Ajv2020;

beforeAll(async () => {
  ({ document } = await bundleTheDocument());
  ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...document, $id: "doc" });
});

function getEventValidator(schema: string): ValidateFunction {
  const validate = ajv.getSchema(`doc#/components/schemas/${schema}`);
  if (!validate) {
    throw new Error(`the document has no schema ${schema}`);
  }
  return validate;
}

/** Copies of the example, each without one member, and the name of that member. */
function* withoutOneMember(
  payload: Readonly<Record<string, unknown>>,
): Generator<[name: string, payload: object]> {
  for (const [name, value] of Object.entries(payload)) {
    const { [name]: _left, ...rest } = payload;
    yield [name, rest];
    if (!isObject(value) || name === "payload") {
      continue;
    }
    for (const [inner, less] of withoutOneMember(value)) {
      yield [`${name}.${inner}`, { ...payload, [name]: less }];
    }
  }
}

describe("the events of docs/decisions.md", () => {
  test.each(events.map((event) => [event.webhook, event] as const))(
    "%s: the example is valid by the schema of the webhook",
    (_, { webhook, schema, payload }) => {
      const body = document.webhooks?.[webhook]?.post?.requestBody;
      const media = resolve(document, getContent(document, body)["application/json"]);
      expect(media.schema).toEqual({ $ref: `#/components/schemas/${schema}` });
      const validate = getEventValidator(schema);
      expect(validate(payload) ? [] : validate.errors).toEqual([]);
    },
  );

  test.each(events.map((event) => [event.webhook, event] as const))(
    "%s: every member of the example is required",
    (_, { schema, payload }) => {
      const validate = getEventValidator(schema);
      const optional = [...withoutOneMember(payload)]
        .filter(([, less]) => validate(less))
        .map(([name]) => name);
      // The application's data has no fixed members; in `state.val` only `status` is fixed.
      expect(optional.filter((name) => !name.endsWith(".title"))).toEqual(
        schema === "ConnectedAccountExpiredEvent"
          ? ["data.state.val.access_token", "data.state.val.expired_at", "data.data.status"]
          : [],
      );
    },
  );

  test("come with the headers of Standard Webhooks and two of our own", () => {
    const headers = [
      "webhook-id",
      "webhook-timestamp",
      "webhook-signature",
      "x-platform-webhook-version",
      "x-platform-delivery-attempt",
    ];
    for (const { webhook } of events) {
      const parameters = document.webhooks?.[webhook]?.post?.parameters ?? [];
      expect(parameters.map((one) => resolve(document, one).name)).toEqual(headers);
    }
  });
});
