import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { LINGER_MS } from "./limits.ts";

/**
 * If the request body has not been received completely, closes the connection after the response instead of waiting for
 * the rest of the body. Must be called before the response headers are written.
 */
export function closeIfUnread(message: IncomingMessage, response: ServerResponse): void {
  if (message.complete || response.headersSent) return;
  response.setHeader("connection", "close");
  const { socket } = message;
  // Node calls `destroySoon` when the response is written, to close both directions immediately. If the client is still
  // sending, the operating system would then reset the connection, which can discard the response before the client has
  // read it.
  socket.destroySoon = () => lingerAndClose(socket, message);
}

/**
 * Closes our direction of a connection. The connection is destroyed when the client has closed the other direction or
 * `message` has been received completely, or after a timeout. Data received in the meantime is discarded.
 */
export function lingerAndClose(socket: Socket, message?: IncomingMessage): void {
  socket.end();
  const close = () => socket.destroy();
  const timer = setTimeout(close, LINGER_MS).unref();
  socket.once("close", () => clearTimeout(timer));
  const closeWhenSent = () => (socket.writableFinished ? close() : socket.once("finish", close));
  if (message?.readableEnded) closeWhenSent();
  else message?.once("end", closeWhenSent);
}
