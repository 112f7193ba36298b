/** The values that generated modules import or export themselves. */
export const reservedValues: readonly string[] = (
  "convertMock createHandlers createMockData createParameterDecoder data decodePlainParameters encodeMockStream given " +
  "handlers hasPairs HttpHandler mockOperation readExactAsText readMockBody readMockForm refuseToMake seed servers useFaker"
).split(" ");

/** The types that generated declarations import, declare or refer to. */
export const reservedTypes: readonly string[] = (
  "ArrayBuffer AsyncIterable Blob ClientErrorStatus Exclude FakerLike FormData HttpHandler Iterable MockAnswer " +
  "MockData MockDataOptions MockDefinition MockOperation MockOptions MockReply MockResult MockedAnswer Omit Overrides Pick Promise " +
  "ReadableStream Readonly Record RedirectStatus Request Response ServerErrorStatus ServerSentEvent StatusCode SuccessStatus " +
  "URLSearchParams Uint8Array WithRequired components operations paths webhooks"
).split(" ");
