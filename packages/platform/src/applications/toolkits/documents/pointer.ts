import * as z from "zod";

/** A JSON Pointer (RFC 6901). `__proto__` is refused, because it would lead into inherited members of objects. */
export const pointer: z.ZodString = z
  .string()
  .regex(/^(?:\/(?:[^~/]|~[01])*)*$/, "must be a JSON Pointer")
  .refine((text) => !text.split("/").includes("__proto__"), "must not lead to __proto__");
