import * as z from "zod";
import type { DeliveryCondition, DeliveryValue } from "../types/webhook-types.ts";
import { pointer } from "./pointer.ts";

/** Reads the name of a header. */
export const header: z.ZodString = z
  .string()
  .regex(/^[A-Za-z\d-]{1,100}$/, "must be the name of a header");

/** Reads the place of a value in a delivery. */
export const value: z.ZodType<DeliveryValue> = z.union([
  z.strictObject({ header }),
  z.strictObject({ pointer }),
]);

const tests = {
  equals: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
  one_of: z
    .array(z.union([z.string(), z.number()]))
    .min(1)
    .optional(),
  present: z.literal(true).optional(),
  absent: z.literal(true).optional(),
};

/** Reads a condition on a delivery. */
export const condition: z.ZodType<DeliveryCondition> = z
  .union([z.strictObject({ header, ...tests }), z.strictObject({ pointer, ...tests })])
  .refine(
    ({ equals, one_of: oneOf, present, absent }) =>
      [equals, oneOf, present, absent].filter((test) => test !== undefined).length === 1,
    "needs exactly one of equals, one_of, present and absent",
  );
