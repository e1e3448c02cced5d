import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { LINGER_MS } from "./limits.ts";

/**
 * Closes the connection after the answer, if the body has not come in completely: the rest of it is not waited for.
 * Said before the answer's headers are written.
 */
export function closeIfUnread(message: IncomingMessage, response: ServerResponse): void {
  if (message.complete || response.headersSent) return;
  response.setHeader("connection", "close");
  const { socket } = message;
  // Node calls it when the answer is written, to close both directions at once. What the client has still under way would
  // then be answered with a reset, which can take the answer from it.
  socket.destroySoon = () => lingerAndClose(socket, message);
}

/**
 * Closes our direction of a connection, and the other one when the client has closed it or has had some time. What still
 * comes is thrown away.
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
