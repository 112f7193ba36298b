// Assertions that redocly.yaml uses beside Redocly's own. Each gets the node, the options that redocly.yaml gives it and
// Redocly's context, and returns its problems as `{ message, location }`. Where redocly.yaml names a property, `rawValue` is
// its value as written; where it names none, the first argument holds the node's keys and `node` is the node itself.

/** @typedef {{ message: string, location: unknown }} Problem */
/** @typedef {{ node: any, rawValue: unknown, baseLocation: { child(keys: (string | number)[]): unknown, key(): unknown }, resolve(ref: unknown): { node: unknown } }} Context */

/** @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

const named = (schema) => isObject(schema) && typeof schema.$ref === "string";

/** Returns whether a schema describes an object with members, and so deserves a name. */
const hasMembers = (schema) => isObject(schema) && !named(schema) && isObject(schema.properties);

/**
 * A media type's schema that is an object with members is a named component, and so are the items of arrays and the
 * variants of unions in it. Free-form objects and scalars need no name.
 *
 * @param {unknown} _schema the schema with its reference followed @param {unknown} _options
 * @param {Context} context @returns {Problem[]}
 */
function schemaIsNamed(_schema, _options, context) {
  if (hasMembers(context.rawValue)) {
    return [
      {
        message:
          "this object schema has members and no name; move it to spec/schemas/ and refer to it",
        location: context.baseLocation,
      },
    ];
  }
  return [];
}

/**
 * Every response from 400 on has JSON with the one error schema, or with the one that its name has in the options.
 *
 * @param {string[]} _keys @param {{ schema: string } & Record<string, string>} options @param {Context} context @returns {Problem[]}
 */
function errorShape(_keys, options, context) {
  return Object.entries(context.node).flatMap(([status, use]) => {
    if (!/^[45]/.test(status)) {
      return [];
    }
    const response = named(use) ? context.resolve(use).node : use;
    const schema = isObject(response) ? response.content?.["application/json"]?.schema : undefined;
    const expected = options[named(use) ? use.$ref.replace(/^.*\//, "") : ""] ?? options.schema;
    if (named(schema) && schema.$ref.endsWith(`#/${expected}`)) {
      return [];
    }
    return [
      {
        message: `the ${status} response has no application/json with the schema ${expected}`,
        location: context.baseLocation.child([status]),
      },
    ];
  });
}

/**
 * Checks that an operation with `x-pagination` answers with the envelope for that kind of pagination.
 *
 * @param {string[]} _keys @param {Record<string, string[]>} options members by kind of pagination
 * @param {Context} context @returns {Problem[]}
 */
function listEnvelope(_keys, options, context) {
  const operation = context.node;
  const pagination = operation["x-pagination"];
  if (!isObject(pagination)) {
    return [];
  }
  const envelope = options[pagination.type];
  if (!envelope) {
    return [problem(context, `x-pagination.type "${pagination.type}" is not known`)];
  }
  const items = String(pagination.items).slice(1);
  // Lists that the contract gives another envelope are named in redocly.yaml, with theirs.
  const expected = [items, ...(options[operation.operationId] ?? envelope)];
  const answer = operation.responses?.["200"];
  const response = named(answer) ? context.resolve(answer).node : answer;
  const use = isObject(response) ? response.content?.["application/json"]?.schema : undefined;
  const schema = named(use) ? context.resolve(use).node : use;
  const members = isObject(schema) ? Object.keys(schema.properties ?? {}) : [];
  const missing = expected.filter((name) => !members.includes(name));
  if (missing.length === 0) {
    return [];
  }
  return [problem(context, `the list's answer lacks ${missing.join(", ")}`)];
}

/**
 * An operation whose id says that it lists, and which takes a limit, says how it is paged.
 *
 * @param {string[]} _keys @param {unknown} _options @param {Context} context @returns {Problem[]}
 */
function listIsPaged(_keys, _options, context) {
  const operation = context.node;
  const takesLimit = (operation.parameters ?? []).some((use) => {
    const parameter = named(use) ? context.resolve(use).node : use;
    return isObject(parameter) && parameter.name === "limit";
  });
  if (!takesLimit || operation["x-pagination"]) {
    return [];
  }
  return [
    problem(
      context,
      "the operation takes a limit but does not say in x-pagination how it is paged",
    ),
  ];
}

/**
 * An Example Object stands for each body: media types of requests and answers have at least one example.
 *
 * @param {string[]} _keys @param {unknown} _options @param {Context} context @returns {Problem[]}
 */
function hasExample(_keys, _options, context) {
  const mediaType = context.node;
  if (mediaType.example !== undefined || Object.keys(mediaType.examples ?? {}).length > 0) {
    return [];
  }
  return [
    problem(context, "this body has no example; write one in spec/examples/ and refer to it"),
  ];
}

/** @param {Context} context @param {string} message @returns {Problem} */
function problem(context, message) {
  return { message, location: context.baseLocation.key() };
}

export default function platform() {
  return {
    id: "platform",
    assertions: { schemaIsNamed, errorShape, listEnvelope, listIsPaged, hasExample },
  };
}
