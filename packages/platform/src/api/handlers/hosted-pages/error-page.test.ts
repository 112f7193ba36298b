import { expect, test } from "vitest";
import {
  isObject,
  listOperations,
  type OpenApiDocument,
  resolve,
} from "../../../../../../scripts/support/document.ts";
import { bundleTheDocument } from "../../../../../../test/support/document.ts";
import { errorSlugs } from "../../../base/error-slugs.ts";
import { createErrorPage } from "./error-page.ts";

const hosted = [
  "openLink",
  "submitLink",
  "completeAuthorization",
  "completeToolkitAuthorization",
  "completeImportedAuthorization",
];

test("the pages in the document are those that are sent, error by error", async () => {
  const { document } = await bundleTheDocument();
  const checked = new Set<string>();
  for (const { operation } of listOperations(document)) {
    if (!hosted.includes(operation.operationId)) {
      continue;
    }
    const { responses } = operation as { readonly responses?: unknown };
    for (const [status, reference] of Object.entries(resolve(document, responses))) {
      const { content } = resolve(document, reference);
      if (Number(status) < 400 || !isObject(content) || !isObject(content["text/html"])) {
        continue;
      }
      const slugs = readExamples(document, content["application/json"]).flatMap(({ error }) =>
        errorSlugs.filter((slug) => isObject(error) && error.slug === slug),
      );
      const sent = slugs.map((slug) =>
        listReported(createErrorPage(slug, "req_Tn4Yb7Qe2Wk9").body),
      );
      for (const { page } of readExamples(document, content["text/html"])) {
        // This is the form again, not an error page.
        if (page === undefined || /<form/.test(page)) {
          continue;
        }
        expect(sent).toContainEqual(listReported(page));
        checked.add(listReported(page).join(" "));
      }
    }
  }
  expect(checked.size).toBeGreaterThan(12);
});

/** The text that a reader sees: title, headings and paragraphs. */
function listReported(page: string): readonly string[] {
  return Array.from(page.matchAll(/<(title|h1|p)(?: [^>]*)?>([^<]*)</g), ([, , text = ""]) => text);
}

function readExamples(
  document: OpenApiDocument,
  media: unknown,
): readonly { readonly error?: unknown; readonly page?: string }[] {
  const { examples } = resolve(document, media);
  return Object.values(isObject(examples) ? examples : {}).map((example) => {
    const { value } = resolve(document, example);
    return typeof value === "string" ? { page: value } : isObject(value) ? value : {};
  });
}
