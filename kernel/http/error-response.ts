import type { FastifyError } from "fastify";
import { type Outage, findOutage, CommitOutcomeUnknown } from "../db/outage.ts";
import { AppError } from "../base/errors.ts";
import {
  DatabaseUnavailable,
  DiskFull,
  InternalServerError,
  MalformedBody,
  MalformedRequest,
  OutcomeInDoubt,
  ServerBusy,
  UnsupportedMediaType,
} from "./errors.ts";
import type { ResponseHeaders } from "./write-response.ts";

const outageErrors: Readonly<Record<Outage, new () => AppError>> = {
  away: DatabaseUnavailable,
  crowded: ServerBusy,
  full: DiskFull,
};

/**
 * Converts any thrown value to the error that is sent to the client. An `AppError` is sent unchanged. A temporary
 * outage, or the unknown outcome of a commit, is named. Any other error is sent as an internal error without details.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof CommitOutcomeUnknown) return new OutcomeInDoubt();
  const outage = findOutage(error);
  return outage ? new outageErrors[outage]() : new InternalServerError();
}

/**
 * Converts an error that the HTTP server throws before a handler runs. Such errors may be caused by a malformed
 * request.
 */
export function toHttpServerError(error: FastifyError | AppError): Error {
  if (error instanceof AppError) return error;
  const { statusCode = 500 } = error;
  if (statusCode === 415) return new UnsupportedMediaType();
  if (statusCode >= 500) return error;
  return error.code?.startsWith("FST_ERR_CTP") ? new MalformedBody() : new MalformedRequest();
}

/** Returns the body of an error response. */
export function errorBody({ code, status, message, fields }: AppError): string {
  const result = status < 300 ? "success" : "error";
  return `${JSON.stringify({ result, msg: message, code, ...fields })}\n`;
}

/**
 * Returns the headers of an error response. The web client (`isToPage`) gets no authentication challenge, because it
 * would make the browser show a password dialog.
 */
export const errorHeaders = ({ code, headers }: AppError, isToPage = false): ResponseHeaders =>
  code === "UNAUTHORIZED" && !isToPage ? { "www-authenticate": 'Basic realm="service"', ...headers } : headers;
