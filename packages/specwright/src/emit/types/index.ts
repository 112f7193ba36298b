import { createEmitter, type TargetCode } from "../define-target.ts";
import type { TypeOptions } from "../shared/typescript/type-options.ts";
import type { EmitResult, Emitter } from "../target.ts";
import { renderTypes } from "./render-types.ts";
import { renderTypeFiles } from "./type-files.ts";

/** The types: `paths`, `webhooks`, `components` and `operations`, in the shape of openapi-typescript 7.13. */
export const typesCode: TargetCode<TypeOptions> = {
  plan: (_model, { readWriteSplit, typeOptions }) => ({
    ...typeOptions,
    ...(readWriteSplit === true ? { readWriteSplit: true } : {}),
  }),
  files: (options, context) => renderTypeFiles(context, options),
};

/** Emits the types. */
export const emitTypes: Emitter = createEmitter(typesCode);

/** Emits the types with openapi-typescript's options, as one file. */
export function emitTypesWith(context: Parameters<Emitter>[0], options: TypeOptions): EmitResult {
  return {
    files: [{ path: "types/index.d.ts", content: renderTypes(context, options) }],
    diagnostics: [],
  };
}
