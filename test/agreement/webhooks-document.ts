const header = (name: string, schema: object, required = false) => ({
  name,
  in: "header",
  required,
  schema,
});

const event = (type: string) => ({
  required: true,
  content: {
    "application/json": {
      schema: {
        type: "object",
        required: ["type", "order_id"],
        properties: { type: { const: type }, order_id: { type: "string", minLength: 1 } },
      },
    },
  },
});

/** A shop that reports orders. */
export const document: object = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {},
  webhooks: {
    orderPaid: {
      post: {
        operationId: "orderPaid",
        parameters: [
          header("webhook-id", { type: "string" }, true),
          header("X-Version", { const: "V1" }, true),
          header("X-Attempt", { type: "integer" }, true),
        ],
        requestBody: event("order.paid"),
        responses: { 204: { description: "" }, 410: { description: "" } },
      },
    },
    orderRefunded: {
      post: {
        operationId: "orderRefunded",
        requestBody: event("order.refunded"),
        responses: { 202: { description: "" } },
      },
    },
  },
};
