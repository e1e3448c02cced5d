import { z } from "zod";
import { AppError, defineError } from "../base/errors.ts";

export const InvalidSubdomain = defineError({ code: "NONEXISTENT_SUBDOMAIN", status: 404, text: "Invalid subdomain" });
export const NotFound = defineError({ status: 404, text: "Not found" });
export const MethodNotAllowed = defineError({
  code: "METHOD_NOT_ALLOWED",
  status: 405,
  text: "Method Not Allowed",
  fields: z.object({ allowed_methods: z.array(z.string()) }),
  headers: ({ allowed_methods }) => ({ allow: allowed_methods.join(", ") }),
});

export const NotLoggedIn = defineError({
  code: "UNAUTHORIZED",
  status: 401,
  text: "Not logged in: API authentication or user session required",
});
/** The request has a browser's session, but may come from another site than the web client. */
export const CrossSiteRequest = defineError({
  code: "CSRF_FAILED",
  status: 403,
  text: ({ reason }) => `CSRF error: ${reason}`,
  fields: z.object({ reason: z.string() }),
});
export const BasicAuthRequired = defineError({ text: "This endpoint requires HTTP basic authentication." });
export const InvalidAuthorization = defineError({
  code: "UNAUTHORIZED",
  status: 401,
  text: "Invalid authorization header for basic auth",
});

/** The requested data is available only to users with a higher role. */
export const QueryNotAuthorized = defineError({ text: "User not authorized for this query" });
export const NotForGuests = defineError({ text: "Not allowed for guest users" });
export const NotForBots = defineError({ text: "This endpoint does not accept bot requests." });
const definePrincipalError = (text: string) => defineError({ code: "UNAUTHORIZED_PRINCIPAL", text });
export const MustBeModerator = definePrincipalError("Must be an organization moderator");
export const MustBeAdministrator = definePrincipalError("Must be an organization administrator");
export const MustBeOwner = definePrincipalError("Must be an organization owner");

export const MissingParameter = defineError({
  code: "REQUEST_VARIABLE_MISSING",
  text: ({ var_name }) => `Missing '${var_name}' argument`,
  fields: z.object({ var_name: z.string() }),
});
export const ConfusingParameters = defineError({
  code: "REQUEST_CONFUSING_VAR",
  text: ({ var_name1, var_name2 }) => `Can't decide between '${var_name1}' and '${var_name2}' arguments`,
  fields: z.object({ var_name1: z.string(), var_name2: z.string() }),
});
/** The value of a parameter is invalid. Used for the few parameters with this text; most use `Invalid <name>`. */
export const BadValue = defineError({
  code: "REQUEST_VARIABLE_INVALID",
  text: ({ var_name, bad_value }) => `Bad value for '${var_name}': ${bad_value}`,
  fields: z.object({ var_name: z.string(), bad_value: z.union([z.string(), z.int()]) }),
});
export const UnsupportedCombination = defineError({
  text: ({ parameters }: { parameters: string }) => `Unsupported parameter combination: ${parameters}`,
});

/**
 * The value of a parameter is invalid. The text is created from the parameter's declaration (see validation-issues.ts).
 */
export class InvalidParameter extends AppError {
  static readonly code = "BAD_REQUEST";
  static readonly status = 400;
  static readonly sample = "Invalid {parameter}";
  static readonly fieldsSchema = z.object({});
  constructor(text: string) {
    super(InvalidParameter.code, InvalidParameter.status, text);
  }
}

/** The file is larger than the operation accepts. */
export class FileTooLarge extends AppError {
  static readonly code = "BAD_REQUEST";
  static readonly status = 400;
  static readonly sample = "Uploaded file is larger than the allowed limit of {limit} MiB";
  static readonly fieldsSchema = z.object({});
  constructor(maxBytes: number) {
    super(FileTooLarge.code, FileTooLarge.status, FileTooLarge.sample.replace("{limit}", String(maxBytes / 2 ** 20)));
  }
}

/** The body is larger than the limit for its sender. */
export class BodyTooLarge extends AppError {
  static readonly code = "BAD_REQUEST";
  static readonly status = 413;
  static readonly sample = "Request body is too large (limit: {limit})";
  static readonly fieldsSchema = z.object({});
  constructor(maxBytes: number) {
    const limit = maxBytes < 2 ** 20 ? `${maxBytes / 2 ** 10} KiB` : `${maxBytes / 2 ** 20} MiB`;
    super(BodyTooLarge.code, BodyTooLarge.status, BodyTooLarge.sample.replace("{limit}", limit));
  }
}

export const MalformedBody = defineError({ text: "Malformed request body" });
export const TooManyParameters = defineError({ text: "Too many parameters (limit: 1000)" });
export const UnsupportedMediaType = defineError({ status: 415, text: "Malformed Content-Type header" });
export const UnsupportedContentEncoding = defineError({
  status: 415,
  text: "Request bodies must not be compressed",
  headers: () => ({ "accept-encoding": "identity" }),
});
export const RequestTooSlow = defineError({ status: 408, text: "The request took too long to arrive" });
export const MalformedRequest = defineError({ text: "Malformed request" });

/** The caller has sent too many requests, or made too many attempts, recently. */
export const RateLimitHit = defineError({
  code: "RATE_LIMIT_HIT",
  status: 429,
  text: "API usage exceeded rate limit",
  fields: z.object({ "retry-after": z.number().describe("Seconds to wait before retrying.") }),
  headers: (fields) => ({ "retry-after": String(Math.ceil(fields["retry-after"])) }),
});
export const ServerBusy = defineError({
  code: "SERVER_BUSY",
  status: 503,
  text: "The server is busy, try again in a moment",
  headers: () => ({ "retry-after": "1" }),
});
/** The database is unavailable. Does not depend on the request. */
export const DatabaseUnavailable = defineError({
  code: "DATABASE_UNAVAILABLE",
  status: 503,
  text: "The database is currently unavailable, try again in a moment",
  headers: () => ({ "retry-after": "5" }),
});
/**
 * The database can be reached, but all connections to it are in use. Describes the server's state, not a single
 * request.
 */
export const DatabasePoolExhausted = defineError({
  code: "DATABASE_POOL_EXHAUSTED",
  status: 503,
  text: "All connections to the database have been in use for more than 5 seconds",
  headers: () => ({ "retry-after": "5" }),
});
/** The outcome of a write is unknown: it may or may not have been committed. */
export const OutcomeInDoubt = defineError({
  code: "OUTCOME_UNKNOWN",
  status: 503,
  text: "The connection to the database was lost. The request may have succeeded or failed: check before you try again",
  headers: () => ({ "retry-after": "5" }),
});
export const DiskFull = defineError({
  code: "DISK_FULL",
  status: 503,
  text: "The server's disk is full: nothing can be saved until space is available",
  headers: () => ({ "retry-after": "30" }),
});
export const ServerNotReady = defineError({ code: "SERVER_NOT_READY", status: 503, text: "The server is not ready" });
export const InternalServerError = defineError({
  code: "INTERNAL_SERVER_ERROR",
  status: 500,
  text: "Internal server error",
});

/** Errors that any operation may throw because of its parameters. Endpoints need not declare them. */
export const parameterErrors = [
  InvalidParameter,
  MissingParameter,
  ConfusingParameters,
  UnsupportedCombination,
] as const;

/** Errors that may occur while a body is read. */
export const bodyErrors = [FileTooLarge, BodyTooLarge, MalformedBody, TooManyParameters, RequestTooSlow] as const;

/** All errors of this file: those that any request may cause, and those that several modules share. */
export const commonErrors = [
  InvalidSubdomain,
  NotFound,
  MethodNotAllowed,
  NotLoggedIn,
  CrossSiteRequest,
  BasicAuthRequired,
  InvalidAuthorization,
  QueryNotAuthorized,
  NotForGuests,
  NotForBots,
  MustBeModerator,
  MustBeAdministrator,
  MustBeOwner,
  InvalidParameter,
  MissingParameter,
  ConfusingParameters,
  BadValue,
  UnsupportedCombination,
  FileTooLarge,
  BodyTooLarge,
  MalformedBody,
  TooManyParameters,
  UnsupportedMediaType,
  UnsupportedContentEncoding,
  RequestTooSlow,
  MalformedRequest,
  RateLimitHit,
  ServerBusy,
  DatabaseUnavailable,
  DatabasePoolExhausted,
  OutcomeInDoubt,
  DiskFull,
  ServerNotReady,
  InternalServerError,
] as const;
