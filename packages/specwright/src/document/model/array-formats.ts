import type { ArrayFormat, MediaType, Operation, Parameter } from "./model.ts";

/**
 * Returns whether a parameter can be written in brackets: in the query, when its style does not separate items by a
 * character. A name such as `ids[]` has its brackets already.
 */
export function canHaveBrackets({
  name,
  in: location,
  style,
  explode,
  contentType,
}: Parameter): boolean {
  if (location === "querystring") {
    return contentType !== undefined && isForm(contentType);
  }
  return (
    location === "query" &&
    contentType === undefined &&
    (style === "deepObject" || (style === "form" && explode)) &&
    !name.includes("[")
  );
}

/** Returns whether a media type is a form, whose fields can be written in brackets. */
export function isForm(mediaType: string): boolean {
  return /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(mediaType);
}

/** The parameter with the format, unless it has one or cannot have brackets. */
export function withArrayFormat(parameter: Parameter, format: ArrayFormat | undefined): Parameter {
  return format === undefined || parameter.arrayFormat !== undefined || !canHaveBrackets(parameter)
    ? parameter
    : { ...parameter, arrayFormat: format };
}

/** The media type with the format, unless it has one or is not a form. */
export function withFormatOfForm(mediaType: MediaType, format: ArrayFormat): MediaType {
  return mediaType.arrayFormat !== undefined || !isForm(mediaType.mediaType)
    ? mediaType
    : { ...mediaType, arrayFormat: format };
}

/** The operation with the format for its parameters and forms that have none themselves. */
export function withFormatOfRequest(operation: Operation, format: ArrayFormat): Operation {
  const { parameters, requestBody } = operation;
  return {
    ...operation,
    parameters: parameters.map((use) => ({ ...use, value: withArrayFormat(use.value, format) })),
    ...(requestBody && {
      requestBody: {
        ...requestBody,
        value: {
          ...requestBody.value,
          content: requestBody.value.content.map((each) => withFormatOfForm(each, format)),
        },
      },
    }),
  };
}
