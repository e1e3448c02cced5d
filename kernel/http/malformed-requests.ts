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

/**
 * Responds to a connection whose data is not an HTTP request, or whose request was not received in time, and closes the
 * connection. Writes directly to the socket.
 */
export function respondToMalformed({ code }: ConnectionError, socket: Socket): void {
  // The response was already sent, but the client is still sending data.
  if (socket.writableEnded) return;
  if (code === "ECONNRESET" || !socket.writable || hasResponse(socket)) {
    socket.destroy();
    return;
  }
  sendRawError(socket, toMalformedError(code));
  lingerAndClose(socket);
}

/** Responds to a connection that exceeds its network's limit, and closes it. */
export function rejectConnection(socket: Socket): void {
  // A connection that cannot be written to needs no further handling.
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

/**
 * Returns whether a response is being sent on the connection. Anything written now would become part of that response.
 */
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
