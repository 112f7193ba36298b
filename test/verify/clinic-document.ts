const problem = {
  description: "A problem",
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
};
const refusals = { "400": problem, "401": problem, "406": problem };
const found = { ...refusals, "404": problem };
const written = { "413": problem, "415": problem };

const petId = {
  name: "petId",
  in: "path",
  required: true,
  schema: { type: "string", format: "uuid" },
};
const visitId = { ...petId, name: "visitId" };

function json(schema: object, description = "Done"): object {
  return { description, content: { "application/json": { schema } } };
}

function body(name: string, examples?: object): object {
  const schema = { $ref: `#/components/schemas/${name}` };
  return {
    required: true,
    content: { "application/json": { schema, ...(examples === undefined ? {} : { examples }) } },
  };
}

const pet = { $ref: "#/components/schemas/Pet" };
const visit = { $ref: "#/components/schemas/Visit" };

const petMembers = {
  name: { type: "string", minLength: 1, maxLength: 40 },
  species: { type: "string", enum: ["cat", "dog", "bird"] },
  age: { type: "integer", minimum: 0, maximum: 40 },
  tag: { type: "string", pattern: "^[a-z]{2,8}$" },
  vaccinated: { type: "boolean" },
  contact: { type: "string", format: "email" },
  weights: { type: "array", items: { type: "number", exclusiveMinimum: 0 }, maxItems: 5 },
};

/**
 * The API of an animal clinic, with resources that can be created, read, changed and deleted, and resources below them.
 */
export const clinicDocument: object = {
  openapi: "3.1.0",
  info: { title: "Clinic", version: "1.0.0" },
  security: [{ Key: [] }],
  paths: {
    "/health": {
      get: {
        operationId: "getHealth",
        security: [],
        responses: {
          "200": { description: "Up", content: { "text/plain": { schema: { const: "ok" } } } },
          "406": problem,
        },
      },
    },
    "/pets": {
      get: {
        operationId: "listPets",
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } },
          { name: "species", in: "query", schema: petMembers.species },
          { name: "vaccinated", in: "query", schema: { type: "boolean" } },
          {
            name: "ids",
            in: "query",
            explode: false,
            schema: { type: "array", items: { type: "string", format: "uuid" }, maxItems: 3 },
          },
        ],
        responses: {
          "200": {
            ...json({ type: "array", items: pet }, "The pets"),
            headers: { "X-Total-Count": { required: true, schema: { type: "integer" } } },
          },
          ...refusals,
        },
      },
      post: {
        operationId: "createPet",
        parameters: [
          {
            name: "X-Branch",
            in: "header",
            required: true,
            schema: { type: "string", pattern: "^[A-Z]{3}$" },
          },
        ],
        requestBody: body("PetInput", {
          rex: { value: { name: "Rex", species: "dog", age: 3 } },
          mia: { value: { name: "Mia", species: "cat", vaccinated: true, tag: "indoor" } },
        }),
        responses: {
          "201": {
            ...json(pet, "Created"),
            headers: { Location: { required: true, schema: { type: "string" } } },
            links: {
              self: { operationId: "getPet", parameters: { petId: "$response.body#/id" } },
            },
          },
          ...refusals,
          ...written,
        },
      },
    },
    "/pets/{petId}": {
      parameters: [petId],
      get: { operationId: "getPet", responses: { "200": json(pet), ...found } },
      put: {
        operationId: "replacePet",
        requestBody: body("PetInput"),
        responses: { "200": json(pet), ...found, ...written },
      },
      patch: {
        operationId: "changePet",
        requestBody: body("PetChange"),
        responses: { "200": json(pet), ...found, ...written },
      },
      delete: {
        operationId: "deletePet",
        responses: { "204": { description: "Deleted" }, ...found },
      },
    },
    "/pets/{petId}/visits": {
      parameters: [petId],
      get: {
        operationId: "listVisits",
        responses: {
          "200": json({
            type: "object",
            required: ["items"],
            properties: { items: { type: "array", items: visit } },
          }),
          ...found,
        },
      },
      post: {
        operationId: "createVisit",
        requestBody: body("VisitInput"),
        responses: { "201": json(visit), ...found, ...written },
      },
    },
    "/pets/{petId}/visits/{visitId}": {
      parameters: [petId, visitId],
      get: { operationId: "getVisit", responses: { "200": json(visit), ...found } },
    },
  },
  components: {
    securitySchemes: { Key: { type: "apiKey", in: "header", name: "X-Api-Key" } },
    schemas: {
      PetInput: {
        type: "object",
        required: ["name", "species"],
        properties: petMembers,
        additionalProperties: false,
      },
      PetChange: {
        type: "object",
        properties: petMembers,
        minProperties: 1,
        additionalProperties: false,
      },
      Pet: {
        type: "object",
        required: ["id", "name", "species", "created_at"],
        properties: {
          id: { type: "string", format: "uuid" },
          created_at: { type: "string", format: "date-time" },
          ...petMembers,
        },
      },
      VisitInput: {
        type: "object",
        required: ["date", "reason"],
        properties: {
          date: { type: "string", format: "date" },
          reason: { enum: ["check", "surgery"] },
          cost: { type: ["number", "null"], minimum: 0, multipleOf: 0.5 },
        },
      },
      Visit: {
        type: "object",
        required: ["id", "date", "reason"],
        properties: {
          id: { type: "string", format: "uuid" },
          date: { type: "string", format: "date" },
          reason: { enum: ["check", "surgery"] },
          cost: { type: ["number", "null"], minimum: 0 },
        },
      },
      Problem: {
        type: "object",
        required: ["title", "status"],
        properties: { title: { type: "string" }, status: { type: "integer" } },
      },
    },
  },
};
