import type { EmitResult, Emitter } from "../target.ts";
import type { TypeOptions } from "../typescript/type-options.ts";
import { renderTypes } from "./render-types.ts";
import { renderTypeFiles } from "./type-files.ts";

/** Emits `types/index.d.ts`: `paths`, `webhooks`, `components` and `operations`, in the shape of openapi-typescript 7.13. */
export const emitTypes: Emitter = (context) => {
  const split = context.readWriteSplit === true ? { readWriteSplit: true } : {};
  const options = { ...context.typeOptions, ...split };
  return { files: renderTypeFiles(context, options), diagnostics: [] };
};

/** Emits the types with openapi-typescript's options, as one file. */
export function emitTypesWith(context: Parameters<Emitter>[0], options: TypeOptions): EmitResult {
  return {
    files: [{ path: "types/index.d.ts", content: renderTypes(context, options) }],
    diagnostics: [],
  };
}
