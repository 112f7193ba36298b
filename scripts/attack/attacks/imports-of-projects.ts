import type { Attack } from "../attack.ts";
import { countStatuses, repeat, send } from "../send.ts";
import { createTenant, type Tenant } from "../tenants.ts";

const projects = 16;

/** A document of 30 MiB with 500 operations. */
function writeDocument(url: string): string {
  const description = "d".repeat(62_000);
  const responses = { "200": { description: "Done." } };
  const paths = Array.from({ length: 500 }, (_, index) => [
    `/a${index}`,
    { get: { operationId: `a${index}`, description, responses } },
  ]);
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Long", version: "1" },
    servers: [{ url }],
    paths: Object.fromEntries(paths),
  });
}

export const importsOfProjects: Attack = {
  name: "imports-of-projects",
  what: `Imports of 30 MiB by ${projects} projects at the same time`,
  promise: "Each is imported, and the service and its compiler stay below 1.5 GiB",
  isWitnessed: true,
  mostMemory: 1536,
  run: async ({ service, applicationUrl }) => {
    const tenants: Tenant[] = [];
    for (let index = 0; index < projects; index += 1) {
      tenants.push(await createTenant(service, `importer-${index}`, applicationUrl));
    }
    const body = JSON.stringify({ slug: "long", document: writeDocument(applicationUrl) });
    const all = await repeat(projects, projects, (index) => {
      const headers = {
        "x-api-key": tenants[index]?.key ?? "",
        "content-type": "application/json",
      };
      const url = `${service.url}/api/v3/toolkits/import`;
      return send(url, { method: "POST", headers, body }, 240_000);
    });
    const holds = all.every(({ status }) => status === 201);
    return { tried: all.length, result: countStatuses(all), holds };
  },
};
