import * as z from "zod";
import type { HookRegistration, WebhookSettings } from "../types/webhook-types.ts";
import { listHookNames } from "./credential-fields.ts";
import { pointer } from "./pointer.ts";

const call = {
  operation: z.string().min(1),
  arguments: z.record(z.string(), z.unknown()).default({}),
};

/** Names that arguments already have, and those of the registrations of auth configs. */
const takenNames = [
  "config",
  "hook",
  "url",
  "secret",
  "uuid",
  "id",
  "credentials",
  "owner",
  "also",
  "shared",
];

const kept = z.record(z.string(), pointer.min(1)).superRefine((members, context) => {
  for (const name of Object.keys(members)) {
    if (!/^[a-z]+$/.test(name) || takenNames.includes(name)) {
      const message = `must have a name of lower case letters other than ${takenNames.join(", ")}`;
      context.addIssue({ code: "custom", path: [name], message });
    }
  }
});

/** Reads `hooks` of `webhooks`. */
export const hookFormat: z.ZodType<HookRegistration> = z.strictObject({
  register: z.strictObject({
    ...call,
    id: pointer.min(1).optional(),
    keep: kept.optional(),
    expires: z
      .strictObject({
        pointer,
        unit: z.enum(["seconds", "milliseconds", "date-time"]).default("seconds"),
      })
      .optional(),
    renew: z.int().min(60).optional(),
  }),
  unregister: z.strictObject(call),
  find: z
    .strictObject({ ...call, items: pointer, url: pointer.min(1), id: pointer.min(1) })
    .optional(),
});

/** Problems of hooks with the address of `webhooks`, each with the member that has it. */
export function* findHookProblems(
  { register, unregister, find }: HookRegistration,
  address: WebhookSettings["address"],
): Generator<readonly [path: readonly string[], message: string]> {
  if (register.renew !== undefined && register.expires === undefined) {
    yield [["register", "renew"], "needs `expires`: a hook that stays is not renewed"];
  }
  if (address === "instance") {
    if (register.id === undefined) {
      yield [["register", "id"], "must be present, unless `address` is `auth_config`"];
    }
    if (register.expires === undefined && find === undefined) {
      const message =
        "needs `find`, unless `register` has `expires`: a hook whose answer was lost is found by its address";
      yield [[], message];
    }
    return;
  }
  const message =
    "must be absent if `address` is `auth_config`: the hook is found by its owner, and registering it again renews it";
  if (register.id !== undefined) {
    yield [["register", "id"], message];
  }
  if (find !== undefined) {
    yield [["find"], message];
  }
  for (const [member, { arguments: given }, known] of [
    ["register", register, ["credentials"]],
    ["unregister", unregister, Object.keys(register.keep ?? {})],
  ] as const) {
    const wrong = listHookNames(given).find(({ name }) => !known.some((each) => each === name));
    if (wrong !== undefined) {
      const all = known.map((each) => (each === "credentials" ? "{credentials.…}" : `{${each}}`));
      const may = all.length === 0 ? "no such name" : `only ${all.join(", ")}`;
      yield [
        [member, "arguments"],
        `has \`${wrong.text}\`, but a hook that instances share can contain ${may}`,
      ];
    }
  }
}
