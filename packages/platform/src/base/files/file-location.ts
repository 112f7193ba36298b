/** A bucket of S3, or of a server that speaks its protocol. */
export interface S3Location {
  readonly kind: "s3";
  readonly bucket: string;
  /** The beginning of every key; empty or with a slash at the end. */
  readonly prefix: string;
  /** The address of a server other than Amazon's. */
  readonly endpoint: string | undefined;
  /** Undefined: the region of the AWS SDK's own configuration, such as `AWS_REGION`. */
  readonly region: string | undefined;
}

/** A container of Azure Blob Storage. */
export interface AzureLocation {
  readonly kind: "azure";
  readonly container: string;
  /** The beginning of every name; empty or with a slash at the end. */
  readonly prefix: string;
  /** The account and its key. A secret. */
  readonly connectionString: string;
}

/** The place of the files that tools take and return. */
export type FileLocation = S3Location | AzureLocation;

interface Problem {
  readonly problem: string;
}

/**
 * Parses the place of the files, such as `s3://acme-files/platform?region=eu-central-1`,
 * `s3://files?endpoint=http://minio:9000` for another server with S3's protocol, or `azure://files/platform`.
 *
 * @param connectionString the account of Azure and its key
 */
export function parseFileLocation(text: string, connectionString?: string): FileLocation | Problem {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const path = url?.pathname.replace(/^\/+|\/+$/g, "") ?? "";
  // Keys of plain characters are the same in every server and in every log.
  const isPlain = /^(?:[\w.-]+(?:\/[\w.-]+)*)?$/.test(path);
  if (url === undefined || !isPlain || url.username !== "" || url.hash !== "") {
    return { problem: expected };
  }
  const prefix = path === "" ? "" : `${path}/`;
  switch (url.protocol) {
    case "s3:":
      return parseS3(url, prefix);
    case "azure:":
      return parseAzure(url, prefix, connectionString);
    default:
      return { problem: expected };
  }
}

const expected =
  "has to be s3://<bucket>/<prefix>, with ?region=<region> or ?endpoint=<address of another server> after it, or azure://<container>/<prefix>";

function parseS3({ hostname, searchParams }: URL, prefix: string): S3Location | Problem {
  const names = new Set(["endpoint", "region"]);
  const endpoint = searchParams.get("endpoint") ?? undefined;
  const isRight =
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(hostname) &&
    [...searchParams.keys()].every((key) => names.has(key)) &&
    (endpoint === undefined || /^https?:$/.test(URL.parse(endpoint)?.protocol ?? ""));
  const region = searchParams.get("region") ?? (endpoint === undefined ? undefined : "us-east-1");
  return isRight
    ? { kind: "s3", bucket: hostname, prefix, endpoint, region }
    : { problem: expected };
}

function parseAzure(
  { hostname, search }: URL,
  prefix: string,
  connectionString: string | undefined,
): AzureLocation | Problem {
  if (!/^[a-z0-9](?:-?[a-z0-9]){2,62}$/.test(hostname) || search !== "") {
    return { problem: expected };
  }
  return connectionString === undefined
    ? { problem: "needs AZURE_STORAGE_CONNECTION_STRING, with the account and its key" }
    : { kind: "azure", container: hostname, prefix, connectionString };
}
