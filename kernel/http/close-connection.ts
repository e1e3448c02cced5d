import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { LINGER_MS } from "./limits.ts";

/**
 * Closes the connection after the response if the body has not been received completely, instead of waiting for the
 * rest. Must be called before the response's headers are written.
 */
export function closeIfUnread(message: IncomingMessage, response: ServerResponse): void {
  if (message.complete || response.headersSent) return;
  response.setHeader("connection", "close");
  const { socket } = message;
  // Node calls this when the response is written, to close both directions immediately. Data that the client is still
  // sending would then be answered with a reset, which can discard the response before the client has read it.
  socket.destroySoon = () => lingerAndClose(socket, message);
}

/**
 * Closes our direction of a connection, and the other one when the client has closed it or after a timeout. Data
 * received in the meantime is discarded.
 */
export function lingerAndClose(socket: Socket, message?: IncomingMessage): void {
  socket.end();
  const close = () => socket.destroy();
  const patience = setTimeout(close, LINGER_MS).unref();
  socket.once("close", () => clearTimeout(patience));
  const closeWhenSaid = () => (socket.writableFinished ? close() : socket.once("finish", close));
  if (message?.readableEnded) closeWhenSaid();
  else message?.once("end", closeWhenSaid);
}
