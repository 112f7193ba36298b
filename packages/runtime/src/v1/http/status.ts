/**
 * The status codes that client and server know. Registered are those of IANA's HTTP Status Code Registry (RFC 9110,
 * section 16.2.1). In use are those that no registry has and that callers do get: from nginx (494 to 499), Cloudflare (520 to
 * 530), load balancers of AWS (460, 463, 561), IIS (440, 449), frameworks and proxies (419, 420, 430, 498, 509, 529, 598, 599).
 */

/** Success, for `2XX`. */
export type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;

/** Redirection, for `3XX`. */
export type RedirectStatus = 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308;

/** Errors of the caller, for `4XX`: registered ones, and others that are in use. */
export type ClientErrorStatus =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414)
  | (415 | 416 | 417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451)
  | (419 | 420 | 430 | 440 | 449 | 460 | 463 | 494 | 495 | 496 | 497 | 498 | 499);

/** Errors of the server, for `5XX`: registered ones, and others that are in use. */
export type ServerErrorStatus =
  | (500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511)
  | (509 | 520 | 521 | 522 | 523 | 524 | 525 | 526 | 527 | 528 | 529 | 530 | 561 | 598 | 599);

/** What `default` stands for among errors. */
export type ErrorStatus = ClientErrorStatus | ServerErrorStatus;

/** Every status code that can end a request, for `default`. */
export type StatusCode = SuccessStatus | RedirectStatus | ErrorStatus;
