import type { FastifyError } from "fastify";
import { AppError } from "../errors.ts";
import { InternalServerError, MalformedBody, MalformedRequest, UnsupportedMediaType } from "./errors.ts";
import type { Headers } from "./reply.ts";

/** What the caller may know of anything thrown: an `AppError` is meant for them, of all else only that it happened. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new InternalServerError();
}

/** The same for what the HTTP server throws before a handler runs: there the caller may have sent what cannot be read. */
export function fromServer(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  const { statusCode = 500 } = error;
  if (statusCode === 415) return new UnsupportedMediaType();
  if (statusCode >= 500) return new InternalServerError();
  return error.code?.startsWith("FST_ERR_CTP") ? new MalformedBody() : new MalformedRequest();
}

/** The body of an error. */
export function errorBody({ code, status, message, fields }: AppError): string {
  const result = status < 300 ? "success" : "error";
  return `${JSON.stringify({ result, msg: message, code, ...fields })}\n`;
}

/** Headers that belong to an error. */
export const errorHeaders = ({ code, headers }: AppError): Headers =>
  code === "UNAUTHORIZED" ? { "www-authenticate": 'Basic realm="service"', ...headers } : headers;
