import type { AuthOptions, BasicCredential } from "./credential.ts";

/** A request to which credentials are added. */
export interface SecuredRequest {
  url: string;
  readonly headers: Headers;
  /** Keeps the headers named in `guarded` from being sent to other origins. */
  guard?: Guard;
  readonly guarded: string[];
}

/**
 * Writes a credential into the request, such as an API key into its header. Without a value, returns whether the caller
 * has set that place already.
 *
 * @param name the name of the API key
 * @throws anything when the credential cannot be sent
 */
export type CredentialPlace = (
  request: SecuredRequest,
  name: string,
  value?: string | BasicCredential,
) => boolean;

/** The part of a security scheme that a client needs. */
export interface SchemeDefinition {
  readonly scheme: string;
  readonly place: CredentialPlace;
  /** The name of an API key. */
  readonly name?: string;
}

/** Schemes that are needed together. An empty list means that the operation may be called without a credential. */
export type SecurityAlternative = readonly SchemeDefinition[];

/** A call before its credentials are added. */
export interface UnsecuredCall {
  /** The operation's name, for messages. */
  readonly operation: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: unknown;
  /** The credentials of the transport or client. */
  readonly auth: AuthOptions | undefined;
  /** An address at the origin that `auth` may be sent to. */
  readonly ownUrl: string;
  /** The credentials of this call; `false` sends none. */
  readonly callAuth: AuthOptions | false | undefined;
  /** An address at the origin that `callAuth` may be sent to. */
  readonly baseUrl: string;
  /** Ends the wait for a credential. */
  readonly signal: AbortSignal | undefined;
}

/** Sends a request. */
export type Fetch = (request: Request) => Promise<Response>;

/**
 * Follows redirects as `fetch` does, and removes some headers when a redirect leads to another origin.
 *
 * @param names the names of these headers
 * @param built the request as it was made; middleware may send another one
 * @param init the options that it was made with
 */
export type Guard = (
  names: readonly string[],
  fetch: Fetch,
  built: Request,
  init: RequestInit,
) => Fetch;

/** The result of a sent call. */
export interface Secured {
  readonly response: Response;
  /** Names the missing credential when a call without a credential was answered with 401. */
  readonly hint?: string;
}

/** Adds the credentials of an operation to its calls. */
export type OperationSecurity = <Result extends Secured>(
  call: UnsecuredCall,
  send: (request: SecuredRequest) => Promise<Result>,
) => Promise<Result>;
