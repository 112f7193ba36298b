import type { Diagnostic } from "../../../diagnostic.ts";
import type {
  Header,
  MediaType,
  Operation,
  Parameter,
  Schema,
} from "../../../document/model/model.ts";
import { reportLoss } from "../../../loss.ts";
import { readFieldStyle } from "../../shared/bodies/form-fields.ts";
import { collectProperties } from "../../shared/bodies/map-properties.ts";
import { classifyMediaType } from "../../shared/bodies/media-kind.ts";
import { listMultipartParts } from "../../shared/bodies/multipart-parts.ts";
import {
  listTextLosses,
  type TextLoss,
  type TextPlace,
} from "../../shared/parameters/reading/text-losses.ts";

/** Losses for values of parameters, fields of forms, parts and headers that arrive as another value with the same text. */
export function findTextLosses(operation: Operation): readonly Diagnostic[] {
  const { parameters, requestBody, responses } = operation;
  const headers = [...responses.values()].flatMap(({ value }) => [...value.headers]);
  const content = requestBody?.value.content ?? [];
  const partHeaders = content.flatMap(({ encoding }) =>
    [...encoding.values()].flatMap((each) => [...each.headers]),
  );
  return [
    ...parameters.flatMap(({ value }) => describeParameterLosses(value)),
    ...content.flatMap(describeBodyLosses),
    ...[...headers, ...partHeaders].flatMap(([name, { value }]) =>
      describeHeaderLosses(name, value),
    ),
  ];
}

function describeParameterLosses(parameter: Parameter): readonly Diagnostic[] {
  const { name, in: location, style, arrayFormat = "repeat", contentType, schema } = parameter;
  // A parameter without a schema is reported as such.
  const isDescribed = schema.location.pointer !== parameter.location.pointer;
  return contentType === undefined && isDescribed
    ? describe(schema, `\`${name}\``, parameter.location, {
        parts: arrayFormat !== "repeat" ? "brackets" : style === "deepObject" ? "deep" : "flat",
        isRequired: location === "path",
      })
    : [];
}

function describeHeaderLosses(
  name: string,
  { contentType, schema, location }: Header,
): readonly Diagnostic[] {
  return contentType === undefined
    ? describe(schema, `The header \`${name}\``, location, { parts: "flat" })
    : [];
}

function describeBodyLosses(media: MediaType): readonly Diagnostic[] {
  const { schema } = media;
  const isForm = classifyMediaType(media.mediaType) === "form";
  if (schema === undefined || !(isForm || listMultipartParts(media) !== undefined)) {
    return [];
  }
  const files = new Set(
    (listMultipartParts(media) ?? []).filter(({ isFile }) => isFile).map(({ name }) => name),
  );
  return [...collectProperties(schema)].flatMap(([name, schemas]) => {
    const { style, contentType, arrayFormat } = readFieldStyle(media, name ?? "");
    const parts =
      !isForm || style === undefined
        ? "json"
        : arrayFormat !== undefined
          ? "brackets"
          : style === "deepObject"
            ? "deep"
            : "flat";
    const subject = name === undefined ? "A field without a name of its own" : `\`${name}\``;
    return files.has(name) || contentType !== undefined
      ? []
      : schemas.flatMap((each) => describe(each, subject, each.location, { parts }));
  });
}

function describe(
  schema: Schema,
  subject: string,
  location: Schema["location"],
  place: TextPlace,
): readonly Diagnostic[] {
  return [...listTextLosses(schema, place)].map((detail) =>
    reportLoss(location, "text-not-distinct", {
      detail,
      message: `${subject} ${messages[detail]}`,
      fix: fixes[detail],
    }),
  );
}

const messages: Readonly<Record<TextLoss, string>> = {
  untyped: "says nothing about the type of a value: numbers and booleans arrive as texts.",
  text: "may be a text that looks like a number or a boolean: it arrives as that.",
  null: "may be null, which is not sent.",
  empty: "may be an empty list or object, which is not sent.",
  shape: "may be a list, an object or a single value with the same text.",
};

const fixes: Readonly<Record<TextLoss, string>> = {
  untyped: "Give it a `type`.",
  text: "Allow one of the types, or describe texts with `enum` or a `format`.",
  null: "Leave it out instead, and remove `null` from its type.",
  empty: "Add `minItems: 1`, or `minProperties: 1`.",
  shape: "Allow one of the types.",
};
