import type { EmitResult, Emitter } from "../target.ts";
import type { TypeOptions } from "../type-options.ts";
import { renderTypes } from "./render-types.ts";

/** Emits `types/index.d.ts`: `paths`, `webhooks`, `components` and `operations`, in the shape of openapi-typescript 7.13. */
export const emitTypes: Emitter = (context) =>
  emitTypesWith(context, context.readWriteSplit === true ? { readWriteSplit: true } : {});

/** Emits the types with openapi-typescript's options. */
export function emitTypesWith(context: Parameters<Emitter>[0], options: TypeOptions): EmitResult {
  return {
    files: [{ path: "types/index.d.ts", content: renderTypes(context, options) }],
    diagnostics: [],
  };
}
