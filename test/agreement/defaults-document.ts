const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

const size = { type: "integer", default: 3 };

const sized = { type: "object", properties: { size } };

const tagged = (kind: string, properties: object): object => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { const: kind }, ...properties },
});

/** Bodies with defaults at every place: the value that is `sent`, and the members that the router adds to it. */
export const places: Readonly<Record<string, Place>> = {
  named: { schema: ref("Sized"), sent: {}, read: "body.size" },
  inline: { schema: { type: "object", properties: { size } }, sent: {}, read: "body.size" },
  nested: {
    schema: { type: "object", required: ["in"], properties: { in: ref("Sized") } },
    sent: { in: {} },
    read: "body.in.size",
  },
  listed: { schema: { type: "array", items: ref("Sized") }, sent: [{}], read: "body[0]!.size" },
  mapped: {
    schema: { type: "object", additionalProperties: ref("Sized") },
    sent: { any: {} },
    read: 'body["any"]!.size',
  },
  extended: { schema: { allOf: [ref("Sized"), ref("More")] }, sent: {}, read: "body.size" },
  behindReference: { schema: ref("Alias"), sent: {}, read: "body.size" },
  defaultBehindReference: { schema: ref("Holder"), sent: {}, read: "body.three" },
  ownDefault: {
    schema: {
      type: "object",
      properties: {
        around: {
          type: "object",
          properties: { list: { type: "array", items: ref("Sized") } },
          default: { list: [{}] },
        },
      },
    },
    sent: {},
    read: "body.around.list![0]!.size",
  },
  circular: {
    schema: ref("Node"),
    sent: { next: [{ next: [{}] }] },
    read: "body.next![0]!.next![0]!.size",
  },
  narrowed: {
    schema: { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind" } },
    sent: { kind: "Cat" },
    read: 'body.kind === "Cat" ? body.lives : 0',
  },
  innerSchema: {
    schema: { $ref: "#/components/schemas/Outer/properties/inner" },
    sent: {},
    read: "body.size",
  },
  orText: {
    schema: { oneOf: [sized, { type: "string" }] },
    sent: {},
    read: 'typeof body === "string" ? 0 : body.size',
  },
  orNull: {
    schema: { anyOf: [{ anyOf: [sized] }, { type: "null" }] },
    sent: {},
    read: "body === null ? 0 : body.size",
  },
  listOrObject: {
    schema: { oneOf: [{ type: "array", items: sized }, sized] },
    sent: [{}],
    read: "Array.isArray(body) ? body[0]!.size : body.size",
  },
  orReadOnly: {
    schema: { oneOf: [ref("WithId"), { type: "string" }] },
    sent: {},
    read: 'typeof body === "string" ? 0 : body.size',
  },
  tagged: {
    schema: { oneOf: [tagged("round", { size }), tagged("square", { side: size })] },
    sent: { kind: "square" },
    read: 'body.kind === "square" ? body.side : 0',
  },
  taggedOrNull: {
    schema: {
      anyOf: [
        { $ref: "#/components/schemas/Outer/properties/round" },
        tagged("square", { side: size }),
        { type: "null" },
      ],
    },
    sent: { kind: "round" },
    read: 'body !== null && body.kind === "round" ? body.size : 0',
  },
  defaultOfAlternative: {
    schema: {
      type: "object",
      properties: {
        around: { oneOf: [sized, { type: "string" }], default: {} },
      },
    },
    sent: {},
    read: 'typeof body.around === "string" ? 0 : body.around.size',
  },
  defaultOfTagged: {
    schema: {
      type: "object",
      properties: {
        around: {
          oneOf: [tagged("round", { size }), tagged("square", { side: size })],
          default: { kind: "square" },
        },
      },
    },
    sent: {},
    read: 'body.around.kind === "square" ? body.around.side : 0',
  },
  defaultOfComponent: {
    schema: {
      type: "object",
      properties: { around: { oneOf: [ref("Sized"), ref("Other")], default: {} } },
    },
    sent: {},
    read: '"other" in body.around ? 0 : body.around.size',
  },
};

/** A body with a default at some place of its schema. */
export interface Place {
  readonly schema: object;
  readonly sent: unknown;
  /** The member that the handler reads from its body, such as `body.size`. It must be a number. */
  readonly read: string;
}

/** Bodies with defaults that the router does not fill in, so handlers must not rely on them. */
export const unfilled: Readonly<Record<string, Place>> = {
  alternative: {
    schema: { oneOf: [sized, { type: "object", required: ["other"] }] },
    sent: {},
    read: "body.size",
  },
  optionallyTagged: {
    schema: {
      anyOf: [
        { type: "object", properties: { kind: { const: "round" }, size } },
        tagged("square", { side: size }),
      ],
    },
    sent: { kind: "square" },
    read: 'body.kind === "square" ? body.side : 0',
  },
  patterned: {
    schema: { type: "object", patternProperties: { "^a": ref("Sized") } },
    sent: { a: {} },
    read: 'body["a"]!.size',
  },
  circularPart: {
    schema: ref("Endless/properties/again"),
    sent: { again: {} },
    read: "body.again!.size",
  },
  otherType: {
    schema: { type: "object", properties: { size: { type: "integer", default: null } } },
    sent: {},
    read: "body.size",
  },
};

/** An operation for each of these bodies. */
export const document: object = {
  openapi: "3.1.0",
  info: { title: "Defaults", version: "1" },
  components: {
    schemas: {
      Sized: { type: "object", properties: { size } },
      More: { type: "object", properties: { more: { type: "boolean" } } },
      Alias: ref("Sized"),
      Three: { type: "integer", default: 3 },
      Holder: { type: "object", properties: { three: ref("Three") } },
      Node: { type: "object", properties: { size, next: { type: "array", items: ref("Node") } } },
      Cat: {
        type: "object",
        required: ["kind"],
        properties: { kind: { const: "Cat" }, lives: { type: "integer", default: 9 } },
      },
      Dog: { type: "object", required: ["kind"], properties: { kind: { const: "Dog" } } },
      Endless: {
        type: "object",
        properties: {
          again: {
            type: "object",
            properties: { size, again: ref("Endless/properties/again") },
          },
        },
      },
      Outer: {
        type: "object",
        properties: {
          inner: { type: "object", properties: { size } },
          round: tagged("round", { size }),
        },
      },
      Other: { type: "object", required: ["other"], properties: { other: { type: "integer" } } },
      WithId: {
        type: "object",
        required: ["id"],
        properties: { id: { type: "integer", readOnly: true }, size },
      },
      Pet: {
        type: "object",
        required: ["id", "name", "password"],
        properties: {
          id: { type: "integer", readOnly: true },
          name: { type: "string" },
          password: { type: "string", writeOnly: true },
          tag: { type: "string", default: "none" },
          state: { type: "string", readOnly: true, default: "new" },
        },
      },
    },
  },
  paths: {
    ...Object.fromEntries(
      Object.entries({ ...places, ...unfilled }).map(([name, { schema }]) => [
        `/${name}`,
        {
          post: {
            operationId: name,
            requestBody: { required: true, content: { "application/json": { schema } } },
            responses: { 204: { description: "" } },
          },
        },
      ]),
    ),
    "/pets": {
      post: {
        operationId: "createPet",
        requestBody: { required: true, content: { "application/json": { schema: ref("Pet") } } },
        responses: {
          201: { description: "", content: { "application/json": { schema: ref("Pet") } } },
        },
      },
    },
  },
};
