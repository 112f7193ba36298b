import { expect, test } from "vitest";
import { catchRefusal, catchRefusals, type World } from "../../world.ts";

/** Trigger types. */
export function testTriggers(world: () => World): void {
  test("trigger types are listed in pages, enumerated and read in any case", async () => {
    const { triggerTypes } = world().platform;
    const first = await triggerTypes.listTriggerTypes({ limit: 1 });
    expect(first).toMatchObject({ total_items: 4, total_pages: 4, current_page: 1 });
    const second = await triggerTypes.listTriggerTypes({ cursor: first.next_cursor ?? "" });
    const third = await triggerTypes.listTriggerTypes({ cursor: second.next_cursor ?? "" });
    const slugs = [
      "ACME_THING_ADDED",
      "ACME_THING_LISTED",
      "HACKERNEWS_STORY_ADDED",
      "VAULT_DOCUMENT_ADDED",
    ];
    const listed = [...first.items, ...second.items, ...third.items];
    expect(listed.map(({ slug }) => slug)).toEqual(slugs.slice(0, 3));
    expect(await triggerTypes.listTriggerTypeSlugs()).toEqual(slugs);
    const named = await triggerTypes.listTriggerTypes({ toolkit_slugs: ["acme"] });
    expect(named.items).toHaveLength(2);
    const type = await triggerTypes.getTriggerType({ slug: "acme_thing_added" });
    expect(type).toEqual(named.items[0]);
    expect(type).toMatchObject({ type: "webhook", toolkit: { slug: "acme" } });
  });

  test("unknown trigger types, toolkits and versions are 404", async () => {
    const { triggerTypes } = world().platform;
    const toolkit_versions = { acme: "20240101_00" };
    expect(
      await catchRefusals([
        triggerTypes.getTriggerType({ slug: "ACME_NEVER" }),
        triggerTypes.getTriggerType({ slug: "ACME_THING_ADDED", toolkit_versions }),
      ]),
    ).toEqual(["404 Trigger_TypeNotFound"]);
    expect(
      await catchRefusals([
        triggerTypes.listTriggerTypes({ toolkit_slugs: ["unknown"] }),
        triggerTypes.listTriggerTypes({ toolkit_versions }),
      ]),
    ).toEqual(["404 Toolkit_NotFound"]);
    expect(await catchRefusal(triggerTypes.listTriggerTypes({ limit: 5000 }))).toBe(
      "400 Validation_Failed",
    );
  });
}
