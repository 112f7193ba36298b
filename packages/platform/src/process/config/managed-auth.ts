import { readFileSync } from "node:fs";
import { z } from "zod";
import type { ManagedAuth } from "../../applications/oauth/managed-auth.ts";

const shape = z.record(
  z.string(),
  z.record(
    z.string(),
    z
      .looseObject({
        client_id: z.string().min(1),
        // As addresses have it: see the operation receiveWebhook.
        webhook_token: z
          .string()
          .regex(/^[\w-]{22,128}$/)
          .optional(),
      })
      .catchall(z.string()),
  ),
);

/**
 * Reads `PLATFORM_MANAGED_AUTH`: JSON, or the path of a file with JSON. A problem names places in the JSON, never
 * values.
 */
export function parseManagedAuth(text: string): ManagedAuth | { readonly problem: string } {
  let json: unknown;
  try {
    json = JSON.parse(text.startsWith("{") ? text : readFileSync(text, "utf8"));
  } catch {
    return { problem: "has to be JSON, or the path of a readable JSON file" };
  }
  const parsed = shape.safeParse(json);
  if (!parsed.success) {
    const places = parsed.error.issues
      .map((issue) => issue.path.join(".") || "the whole")
      .join(", ");
    return {
      problem: `has to be {"toolkit": {"SCHEME": {"client_id": "…", …}}}; wrong: ${places}`,
    };
  }
  const bySlug = new Map(
    Object.entries(parsed.data).map(([slug, schemes]) => [slug, new Map(Object.entries(schemes))]),
  );
  return {
    toolkits: [...bySlug.keys()],
    listSchemes: (slug) => [...(bySlug.get(slug)?.keys() ?? [])],
    find: (slug, scheme) => bySlug.get(slug)?.get(scheme),
  };
}
