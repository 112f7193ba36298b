type Json = Record<string, unknown>;

/** A document for each operation of a document, with the components that the operation needs. Small documents are quick to try. */
export function sliceDocument(document: object): readonly Json[] {
  const whole = document as Json;
  return Object.entries(whole.paths as Json).flatMap(([path, item]) =>
    Object.keys(item as Json)
      .filter((key) => /^(?:get|put|post|patch|delete)$/.test(key))
      .map((method) => sliceOperation(whole, path, method)),
  );
}

function sliceOperation(whole: Json, path: string, method: string): Json {
  const { paths, components, webhooks: _, ...rest } = whole;
  const { parameters, [method]: operation } = (paths as Record<string, Json>)[path] ?? {};
  const { securitySchemes, ...others } = (components ?? {}) as Record<string, Json>;
  const kept: Record<string, Json> = { ...(securitySchemes && { securitySchemes }) };
  const needed = new Set(listReferences([parameters, operation]));
  // Iterating a set also visits what is added during the loop.
  for (const reference of needed) {
    const [, kind = "", name = ""] = /^#\/components\/(\w+)\/([^/]+)/.exec(reference) ?? [];
    const component = others[kind]?.[name];
    if (component !== undefined) {
      kept[kind] = { ...kept[kind], [name]: component };
      for (const further of listReferences(component)) {
        needed.add(further);
      }
    }
  }
  const item = { ...(parameters === undefined ? {} : { parameters }), [method]: operation };
  return { ...rest, paths: { [path]: item }, components: kept };
}

function listReferences(value: unknown): readonly string[] {
  const texts = JSON.stringify(value)?.matchAll(/"(#\/components\/[^"]+)"/g) ?? [];
  return [...texts].map(([, text = ""]) => text);
}
