import type { ServerResponse } from "node:http";
import { type Socket } from "node:net";
import type { ConnectionError } from "fastify";
import { AppError } from "../base/errors.ts";
import { lingerAndClose } from "./close-connection.ts";
import { errorBody } from "./error-response.ts";
import { MalformedRequest, RequestTooSlow, ServerBusy } from "./errors.ts";
import { securityHeaders } from "./security-headers.ts";

const phrases: Readonly<Record<number, string>> = {
  400: "Bad Request",
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
  503: "Service Unavailable",
};

const headers = Object.entries(securityHeaders)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join("");

/** Answers what is no HTTP request, or does not become one in time, on the bare connection, and closes it. */
export function respondToMalformed({ code }: ConnectionError, socket: Socket): void {
  // Said already; the client sends on nevertheless.
  if (socket.writableEnded) return;
  if (code === "ECONNRESET" || !socket.writable || hasResponse(socket)) {
    socket.destroy();
    return;
  }
  sendRawError(socket, toMalformedError(code));
  lingerAndClose(socket);
}

/** Answers a connection that is one too many for its client, and closes it. */
export function rejectConnection(socket: Socket): void {
  // What cannot be said to it needs no further care.
  socket.on("error", () => socket.destroy());
  sendRawError(socket, new ServerBusy());
  socket.destroySoon();
}

function toMalformedError(code: string): AppError {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new RequestTooSlow();
  const malformed = new MalformedRequest();
  return code === "HPE_HEADER_OVERFLOW"
    ? new AppError(malformed.code, 431, "Request headers are too large")
    : malformed;
}

/** Whether another answer is on its way: what is written now would be taken for a part of it. */
const hasResponse = (socket: Socket & { readonly _httpMessage?: ServerResponse | null }): boolean =>
  socket._httpMessage?.headersSent === true;

function sendRawError(socket: Socket, error: AppError): void {
  const body = errorBody(error);
  const further = Object.entries(error.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `HTTP/1.1 ${error.status} ${phrases[error.status]}\r\ncontent-type: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n${headers}${further.join("")}connection: close\r\n\r\n${body}`,
  );
}
