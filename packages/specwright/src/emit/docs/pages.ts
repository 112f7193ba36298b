import type { Model, Operation, Schema } from "../../document/model/model.ts";
import { escapePath } from "../shared/escape/path.ts";
import { createNames } from "../shared/names/names.ts";

/** The paths of a reference's plain pages, relative to its folder. */
export interface Pages {
  readonly nameOperationPage: (operation: Operation) => string;
  readonly nameWebhookPage: (operation: Operation) => string;
  /** The page of a schema, by the name of its component. */
  readonly nameSchemaPage: (name: string) => string;
}

/** Chooses the names of all pages before the first is written, because pages link to each other. */
export function planPages(model: Model): Pages {
  const operations = assignFileNames("operations", model.operations.map(getPageName));
  const webhooks = assignFileNames(
    "webhooks",
    model.webhooks.flatMap((item) => item.operations.map(getPageName)),
  );
  const schemas = assignFileNames("schemas", [...model.components.schemas.keys()]);
  return {
    nameOperationPage: (operation) => operations(getPageName(operation)),
    nameWebhookPage: (operation) => webhooks(getPageName(operation)),
    nameSchemaPage: schemas,
  };
}

/** A link to the target of a reference, as seen from a page in a folder. Undefined for a schema without a name. */
export function linkSchema(schema: Schema, pages: Pages): string | undefined {
  const name = schema.ref?.name;
  return name === undefined ? undefined : `../${encodeURI(pages.nameSchemaPage(name))}`;
}

function getPageName({ name }: Operation): string {
  return name;
}

function assignFileNames(path: string, texts: readonly string[]): (text: string) => string {
  const things = texts.map((name) => ({ kind: "page", name }));
  const names = createNames({ escape: escapePath, things, separator: "-", ignoreCase: true });
  for (const text of texts) {
    names.name(text);
  }
  return (text) => `${path}/${names.name(text)}.md`;
}
