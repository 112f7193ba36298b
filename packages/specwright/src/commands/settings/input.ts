import {
  paginationMembers,
  type WrittenPagination,
} from "../../document/model/facts/pagination-members.ts";
import { methods } from "../../document/model/methods.ts";
import type {
  InputSettings,
  NameRules,
  NameSettings,
  Selection,
} from "../../document/shape/input-settings.ts";
import { isObject } from "../../json-object.ts";
import { escapeSegment } from "../../text/pointer.ts";
import {
  choice,
  InvalidValue,
  listOf,
  objectOf,
  recordOf,
  reportInvalid,
  type Setting,
  type SettingTable,
  toggle,
  whole,
} from "./kinds.ts";

const texts = (fix: string): Setting<readonly string[]> => listOf(() => true, fix, "");

const selectionTable: SettingTable<Selection> = {
  tags: texts("Write a list of names of tags, such as [pets]."),
  paths: texts("Write a list of paths, such as [/pets/**]."),
  methods: listOf(
    (name) => methods.some((method) => method === name.toLowerCase()) || /^[A-Z]+$/.test(name),
    `Write a list of methods, such as [${methods.slice(0, 3).join(", ")}].`,
    "",
  ),
  operations: texts("Write a list of operationIds, such as [listPets, get*]."),
  audiences: texts("Write a list of values of `x-audience`, such as [public]."),
  internal: toggle(),
  deprecated: toggle(),
};

/** The members that are true or false. */
const switches: readonly string[] = ["internal", "deprecated"];

const selection = objectOf(selectionTable, [], "Write what to choose, such as `tags: [pets]`.");

const rules = objectOf<NameRules>(
  {
    rename: recordOf(
      () => true,
      (name) => typeof name === "string" && name !== "",
      "Write a new name for each old one, such as `PetDto: Pet`.",
    ),
    strip: listOf(
      (pattern) => /^(?:[^*]+\*|\*[^*]+)$/.test(pattern),
      "Write a list of beginnings and ends, such as [Api*, '*Dto'].",
      "",
    ),
    case: choice(["camel", "pascal", "snake"]),
  },
  [],
  "Write rules, such as `strip: ['*Dto']`.",
);

const names = objectOf<NameSettings>(
  {
    style: choice(["auto", "fastapi", "nestjs", "springdoc", "dotnet"]),
    operations: rules,
    schemas: rules,
    groups: whole(
      (value) => value === "path" || (typeof value === "string" && value.startsWith("x-")),
      "Write path, or the name of an extension, such as x-group.",
    ),
  },
  [],
  "Write rules, such as `style: auto`.",
);

const text = (fix: string): Setting<string> => whole((value) => typeof value === "string", fix);
const inRequest = text("Write a place in the request, such as query.page.");
const inAnswer = text("Write a JSON Pointer in the answer, such as /next.");

const paginationTable: SettingTable<WrittenPagination> = {
  type: choice(["cursor", "page", "offset", "link", "url"]),
  items: text("Write the JSON Pointer of the list in the answer, such as /data."),
  cursor: inRequest,
  next: inAnswer,
  last: text("Write a JSON Pointer in the last item, such as /id."),
  page: inRequest,
  offset: inRequest,
  total_pages: inAnswer,
  total: inAnswer,
  more: inAnswer,
  limit: inRequest,
};

const declaration = objectOf(paginationTable, ["type", "items"], "Write `x-pagination`.");

const pagination: Setting<NonNullable<InputSettings["pagination"]>> = {
  check: (value, name) =>
    isObject(value)
      ? Object.entries(value).flatMap(([key, member]) =>
          declaration.check(member, key).map((problem) => ({
            ...problem,
            pointer: `/${escapeSegment(key)}${problem.pointer}`,
          })),
        )
      : [reportInvalid(name, "Write `x-pagination` for each operationId or path.")],
};

/** The members of the setting `input`. */
export const inputTable: SettingTable<InputSettings> = {
  overlays: {
    ...texts("Write a list of paths of overlays, relative to this file."),
    mapPaths: (paths, map) => paths.map(map),
  },
  pagination,
  include: selection,
  exclude: selection,
  names,
};

const settings = objectOf(inputTable, [], "Write settings, such as `include: { tags: [pets] }`.");

/** The setting `input`: an object in `redocly.yaml`, and a flag for each of its members, as `include.tags=pets`. */
export const inputSetting: Setting<InputSettings> = {
  ...settings,
  placeholder: "<step=value>",
  help: "change the document first: overlays=fix.yaml, include.tags=pets,shops, exclude.deprecated, names.style=auto; repeatable",
  parse: (text, previous) => mergeStep(previous, text),
  listWords: (value, flag) => listSteps(value, "").flatMap((step) => [flag, step]),
};

/** @throws InvalidValue */
function mergeStep(previous: InputSettings | undefined, text: string): InputSettings {
  const [, path = "", value] = /^([\w.-]+)(?:=(.*))?$/s.exec(text) ?? [];
  // Old names may have dots and spaces.
  const [, kind, old, next] = /^names\.(\w+)\.rename\.([^=]+)=(.*)$/s.exec(text) ?? [];
  if (kind !== undefined && old !== undefined) {
    return mergeValue(previous, ["names", kind, "rename", old], next);
  }
  // Paths have dots and stars.
  const [, key, member, rest] = paginationFlag.exec(text) ?? [];
  if (key !== undefined && member !== undefined) {
    // The other members have flags of their own, which may follow.
    const [problem] = paginationTable[member as keyof WrittenPagination].check(rest, member); // As in the pattern.
    if (problem !== undefined) {
      throw new InvalidValue(`${problem.message} ${problem.fix}`);
    }
    return putValue(previous ?? {}, ["pagination", key, member], rest);
  }
  const names = path.split(".");
  return mergeValue(previous, names, path === "" ? undefined : readValue(names, value));
}

const paginationFlag = new RegExp(
  `^pagination\\.(.+?)\\.(${paginationMembers.join("|")})=(.*)$`,
  "s",
);

/** @throws InvalidValue */
function mergeValue(
  previous: InputSettings | undefined,
  names: readonly string[],
  value: unknown,
): InputSettings {
  const merged = putValue(previous ?? {}, names, value);
  const [problem] = settings.check(merged, "input");
  if (value === undefined || problem !== undefined) {
    throw new InvalidValue(
      problem === undefined
        ? "Write a step and its value, such as include.tags=pets."
        : `${problem.message} ${problem.fix}`,
    );
  }
  return merged as InputSettings; // Checked just now.
}

/** Switches are on without a value, and their values are words; all others have lists. */
function readValue(names: readonly string[], value: string | undefined): unknown {
  if (value === undefined || switches.includes(names.at(-1) ?? "")) {
    return value === "false" ? false : value === undefined || value === "true" ? true : value;
  }
  const isWord = ["style", "case", "groups"].includes(names.at(-1) ?? "");
  return isWord || names.at(-2) === "rename"
    ? value
    : value.split(",").filter((item) => item !== "");
}

function putValue(into: object, [name = "", ...rest]: readonly string[], value: unknown): object {
  const members: Readonly<Record<string, unknown>> = { ...into };
  const before = Object.hasOwn(members, name) ? members[name] : undefined;
  const both = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  const next = rest.length === 0 ? both : putValue(isObject(before) ? before : {}, rest, value);
  return { ...members, [name]: next };
}

/** The settings as the values of flags that give them again. */
function listSteps(value: object, before: string): readonly string[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const path = before + name;
    if (isObject(member)) {
      return listSteps(member, `${path}.`);
    }
    return [`${path}=${Array.isArray(member) ? member.join(",") : String(member)}`];
  });
}
