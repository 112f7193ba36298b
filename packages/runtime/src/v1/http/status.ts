/**
 * The status codes that can end a request (RFC 9110, section 15), by class. A range of the document, such as `5XX`, stands for all
 * of its class and `default` for all: services answer with codes that no registry has, such as 520 of Cloudflare.
 */
type StatusOf<Class extends 2 | 3 | 4 | 5> = NumberOf<`${Class}${Digit}${Digit}`>;
type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
type NumberOf<Text extends string> = Text extends `${infer Code extends number}` ? Code : never;

/** Success, for `2XX`. */
export type SuccessStatus = StatusOf<2>;

/** Redirection, for `3XX`. */
export type RedirectStatus = StatusOf<3>;

/** Errors of the caller, for `4XX`. */
export type ClientErrorStatus = StatusOf<4>;

/** Errors of the server, for `5XX`. */
export type ServerErrorStatus = StatusOf<5>;

/** The statuses that `default` stands for among errors. */
export type ErrorStatus = ClientErrorStatus | ServerErrorStatus;

/** Every status code that can end a request, for `default`. */
export type StatusCode = SuccessStatus | RedirectStatus | ErrorStatus;
