/** An API of pets with every kind of operation that `query` distinguishes. */
export const petsDocument: object = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {
    "/pets": {
      get: {
        operationId: "listPets",
        tags: ["pets"],
        summary: "List pets",
        "x-pagination": { type: "cursor", items: "/items", cursor: "query.cursor", next: "/next" },
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer" } },
          { name: "cursor", in: "query", schema: { type: "string" } },
        ],
        responses: { 200: answerJson({ $ref: "#/components/schemas/PetList" }) },
      },
      post: {
        operationId: "createPet",
        tags: ["pets"],
        requestBody: { required: true, ...answerJson({ $ref: "#/components/schemas/NewPet" }) },
        responses: {
          201: answerJson({ $ref: "#/components/schemas/Pet" }),
          409: answerJson({ $ref: "#/components/schemas/Problem" }),
        },
      },
    },
    "/pets/{pet_id}": {
      parameters: [{ name: "pet_id", in: "path", required: true, schema: { type: "string" } }],
      get: {
        operationId: "getPet",
        tags: ["pets"],
        parameters: [{ name: "fields", in: "query", schema: { type: "string" } }],
        responses: {
          200: answerJson({ $ref: "#/components/schemas/Pet" }),
          404: answerJson({ $ref: "#/components/schemas/Problem" }),
        },
      },
      delete: {
        operationId: "deletePet",
        tags: ["pets"],
        responses: { 204: { description: "" } },
      },
    },
    "/pets/{pet_id}/visits": {
      get: {
        operationId: "listVisits",
        tags: ["visits"],
        "x-pagination": {
          type: "page",
          items: "/visits",
          page: "query.page",
          total_pages: "/pages",
        },
        parameters: [
          { name: "pet_id", in: "path", required: true, schema: { type: "string" } },
          { name: "page", in: "query", schema: { type: "integer" } },
        ],
        responses: {
          200: answerJson({
            type: "object",
            required: ["visits", "pages"],
            properties: {
              visits: { type: "array", items: { type: "string" } },
              pages: { type: "integer" },
            },
          }),
        },
      },
    },
    "/pets/{pet_id}/report": {
      get: {
        operationId: "getReport",
        tags: ["pets"],
        parameters: [{ name: "pet_id", in: "path", required: true, schema: { type: "string" } }],
        responses: {
          200: {
            description: "",
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["weight"],
                  properties: { weight: { type: "number" } },
                },
              },
              "text/csv": { schema: { type: "string" } },
              "text/event-stream": {},
            },
          },
        },
      },
    },
    "/ping": {
      head: { operationId: "ping", tags: ["pets"], responses: { 204: { description: "" } } },
    },
    "/events": {
      get: {
        operationId: "watchPets",
        tags: ["pets"],
        responses: {
          200: {
            description: "",
            content: {
              "application/jsonl": { itemSchema: { $ref: "#/components/schemas/Pet" } },
            },
          },
        },
      },
    },
    "/search": {
      post: {
        operationId: "searchPets",
        tags: ["pets"],
        "x-safe": true,
        requestBody: {
          required: true,
          ...answerJson({ type: "object", properties: { name: { type: "string" } } }),
        },
        responses: { 200: answerJson({ $ref: "#/components/schemas/PetList" }) },
      },
    },
    "/faces": {
      post: {
        operationId: "findFace",
        tags: ["pets"],
        "x-safe": true,
        requestBody: { required: true, content: { "image/png": {} } },
        responses: { 200: answerJson({ $ref: "#/components/schemas/Pet" }) },
      },
    },
    "/sleep": {
      get: {
        operationId: "sleep",
        tags: ["pets"],
        "x-safe": false,
        responses: { 204: { description: "" } },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: "object",
        required: ["id", "name"],
        properties: { id: { type: "string" }, name: { type: "string" } },
      },
      NewPet: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" } },
      },
      PetList: {
        type: "object",
        required: ["items"],
        properties: {
          items: { type: "array", items: { $ref: "#/components/schemas/Pet" } },
          next: { type: ["string", "null"] },
        },
      },
      Problem: {
        type: "object",
        required: ["detail"],
        properties: { detail: { type: "string" } },
      },
    },
  },
};

function answerJson(schema: object): object {
  return { description: "", content: { "application/json": { schema } } };
}
