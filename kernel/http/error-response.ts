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
 * What the caller may know of anything thrown: an `AppError` is meant for them, and so is what is the matter where it will
 * pass; of all else only that it happened.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof CommitOutcomeUnknown) return new OutcomeInDoubt();
  const outage = findOutage(error);
  return outage ? new outageErrors[outage]() : new InternalServerError();
}

/** The same for what the HTTP server throws before a handler runs: there the caller may have sent what cannot be read. */
export function toHttpServerError(error: FastifyError | AppError): Error {
  if (error instanceof AppError) return error;
  const { statusCode = 500 } = error;
  if (statusCode === 415) return new UnsupportedMediaType();
  if (statusCode >= 500) return error;
  return error.code?.startsWith("FST_ERR_CTP") ? new MalformedBody() : new MalformedRequest();
}

/** The body of an error. */
export function errorBody({ code, status, message, fields }: AppError): string {
  const result = status < 300 ? "success" : "error";
  return `${JSON.stringify({ result, msg: message, code, ...fields })}\n`;
}

/** Headers that belong to an error. Our own pages are not challenged: their browser would ask for a password over them. */
export const errorHeaders = ({ code, headers }: AppError, isToPage = false): ResponseHeaders =>
  code === "UNAUTHORIZED" && !isToPage ? { "www-authenticate": 'Basic realm="service"', ...headers } : headers;
