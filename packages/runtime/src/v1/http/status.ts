/**
 * The final status codes (RFC 9110, section 15) of one class. `5XX` in a document stands for every code of its class,
 * and `default` for every code, because services also use unregistered ones, such as Cloudflare's 520.
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

/** The error statuses that `default` covers. */
export type ErrorStatus = ClientErrorStatus | ServerErrorStatus;

/** Every final status code, for `default`. */
export type StatusCode = SuccessStatus | RedirectStatus | ErrorStatus;
