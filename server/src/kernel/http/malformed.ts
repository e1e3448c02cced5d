import { type Socket } from "node:net";
import type { ConnectionError } from "fastify";
import { AppError } from "../errors.ts";
import { errorBody } from "./error-reply.ts";
import { MalformedRequest } from "./errors.ts";
import { securityHeaders } from "./security-headers.ts";

const reasons: Readonly<Record<string, [status: number, phrase: string, text: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large", "Request headers are too large"],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout", "The request took too long to arrive"],
};

const headers = Object.entries(securityHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join("");

/** Answers what is no HTTP request, on the bare connection, and closes it. */
export function answerMalformed(error: ConnectionError, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const known = new MalformedRequest();
  const [status, phrase, text] = reasons[error.code] ?? [known.status, "Bad Request", known.message];
  const body = errorBody(new AppError(known.code, status, text));
  socket.end(
    `HTTP/1.1 ${status} ${phrase}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `${headers}connection: close\r\n\r\n${body}`,
  );
}
