/** How many toolkits are made, and how many tools each has. */
export const toolkitCount = 1000;
const toolsEach = 50;

const list = (words: string): readonly string[] => words.split(" ");
const verbs = list(
  "create list get update delete search archive send assign export import approve",
);
const nouns = list(
  "invoice ticket candidate shipment contract campaign lead order patient booking device sensor lesson recipe vehicle parcel claim policy employee payslip warehouse pallet survey badge",
);
const kinds = list("draft overdue regional internal weekly shared external pending annual remote");
const syllables = list("ba ke li mo nu ra se ti vo zu qua flo");

function pick(words: readonly string[], index: number): string {
  return words[index % words.length] ?? "";
}

/** The slug of a toolkit, made of syllables, because most words of a real vocabulary are names of applications. */
export function nameToolkit(index: number): string {
  const parts = [7, 31, 127].map((step) => pick(syllables, Math.floor((index * step) / 5) + index));
  return parts.join("") + index;
}

/**
 * Queries of the kinds that people write: a kind of thing in an application, an action, a misspelled word, a long
 * sentence.
 */
export function writeQuery(index: number): string {
  const [verb, noun] = [pick(verbs, index), pick(nouns, index)];
  const queries = [
    `${verb} the ${pick(kinds, index * 3)} ${pick(nouns, index * 5)} in ${nameToolkit((index * 37) % toolkitCount)}`,
    `how do I ${verb} ${noun}s`,
    `${noun.slice(0, -2)}x ${pick(kinds, index)}`,
    `send a message to the team about the ${noun} and the ${pick(nouns, index + 1)}`,
  ];
  return pick(queries, index);
}

const schema = {
  type: "object",
  properties: Object.fromEntries(
    Array.from({ length: 6 }, (_, index) => [
      `field_${index}`,
      {
        type: "string",
        description: `The ${pick(kinds, index)} ${pick(nouns, index)} of the record.`,
        maxLength: 200,
      },
    ]),
  ),
};

/** The document of a toolkit. */
export function writeBenchToolkit(index: number): string {
  const slug = nameToolkit(index);
  const content = { "application/json": { schema } };
  const paths = Array.from({ length: toolsEach }, (_, tool) => {
    const seed = index * toolsEach + tool;
    const [verb, kind, noun] = [
      pick(verbs, seed),
      pick(kinds, Math.floor(seed / 12)),
      pick(nouns, Math.floor(seed / 7)),
    ];
    const operation = {
      operationId: `${verb}_${kind}_${noun}_${tool}`,
      summary: `${verb} ${kind} ${noun}`,
      description: `Use this to ${verb} a ${kind} ${noun} in ${slug}. It answers the ${noun} with its ${pick(nouns, seed + 3)} and the ${pick(kinds, seed + 1)} ${pick(nouns, seed + 9)} that belongs to it.`,
      "x-platform-search": [`${verb} the ${noun}`, `I want to ${verb} ${kind} ${noun}s`],
      requestBody: { content },
      responses: { 200: { description: "Ok.", content } },
    };
    return [`/p${tool}`, { post: operation }] as const;
  });
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: slug, description: `The ${slug} application.`, version: "20251120_00" },
    servers: [{ url: `https://${slug}.example/api` }],
    "x-platform-toolkit": {
      slug,
      legacy_id: "11111111-2222-4333-8444-555555555555",
      created_at: "2025-11-20T08:00:00.000Z",
      updated_at: "2025-11-20T08:00:00.000Z",
    },
    paths: Object.fromEntries(paths),
  });
}
