import { createCatalog } from "../applications/toolkits/testing/create-catalog.ts";
import { loadTexts } from "../applications/toolkits/testing/load-texts.ts";
import { writePlainHead } from "../applications/toolkits/testing/write-plain-head.ts";
import type { TriggerDefinition } from "../applications/toolkits/types/trigger-types.ts";

/** A poll type of a toolkit, with a required and an optional member in its configuration. */
export async function testTriggerType(toolkit: string): Promise<TriggerDefinition> {
  const slug = `${toolkit.toUpperCase()}_ITEM_ADDED`;
  const { documents } = loadTexts(`${writePlainHead(toolkit)}
paths:
  /items:
    get:
      operationId: listItems
      summary: List
      description: Lists.
      x-platform-trigger:
        type: poll
        slug: ${slug}
        name: Item added
        config:
          type: object
          properties:
            list: { type: string }
            order: { type: object, properties: { by: { type: string, default: time } } }
            depth: { type: integer, default: 2 }
          required: [list]
          additionalProperties: false
        payload: { type: object, properties: { title: { type: string } }, required: [title] }
        poll: { items: /items, identity: [/id], time: { pointer: /at }, data: { title: /title } }
      responses: { '200': { description: Ok. } }
`);
  const catalog = await createCatalog({ documents, baseUrl: "https://p.example" });
  return await catalog.getTrigger(slug);
}
