import * as core from "zod/v4/core";
import { ConversionError, type Convert } from "../conversions/single-values.ts";
import { schema } from "./define.ts";

/** A schema of Zod or of Zod Mini, to which a check can be added. */
interface Checkable extends core.$ZodType {
  check(check: (payload: core.ParsePayload) => void): core.$ZodType;
}

/**
 * A schema for values as programs see them, such as objects with a Date. A value fits if the schema of what is sent
 * accepts what it is converted to. It is returned unchanged.
 *
 * @param any `z.unknown` of Zod or of Zod Mini, whose schemas the module has
 * @param check converts a value to what is sent, with numbers rounded as `JSON.parse` rounds them
 */
export function converted(
  any: () => Checkable,
  sent: core.$ZodType,
  check: Convert,
): core.$ZodType {
  const judge = (value: unknown): readonly core.$ZodRawIssue[] => {
    try {
      const { error } = core.safeParse(sent, check(value, ""));
      // The issues of another schema are complete; only the type of an unfinished one has more members.
      return (error?.issues ?? []).map(
        (issue) => ({ ...issue, input: value }) as core.$ZodRawIssue,
      );
    } catch (error) {
      if (!(error instanceof ConversionError)) {
        throw error;
      }
      const { pointer, wanted } = error;
      const path = pointer.split("/").slice(1).map(readKey);
      return [{ code: "custom", path, message: `expected ${wanted}`, input: value }];
    }
  };
  return schema(
    (value) => judge(value).length === 0,
    () =>
      any().check((payload) => {
        payload.issues.push(...judge(payload.value));
      }),
  );
}

function readKey(segment: string): string | number {
  const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
  return /^\d+$/.test(key) ? Number(key) : key;
}
