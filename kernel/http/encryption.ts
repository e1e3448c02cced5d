import { createServer, type Server } from "node:https";
import type { TlsOptions } from "node:tls";
import type { FastifyServerFactory } from "fastify";
import { HANDSHAKE_TIMEOUT_MS, HEADERS_TIMEOUT_MS, MAX_HEADER_BYTES, REQUEST_TIMEOUT_MS } from "./limits.ts";

/** How a server encrypts what it says. */
export interface Encryption {
  /** What is decided anew with each client. */
  readonly callbacks: Pick<TlsOptions, "ALPNCallback" | "SNICallback">;
  /** How long a client may take to agree on it. Default: the usual. */
  readonly timeoutMs?: number;
  /** Gives a new server the certificate for clients that name no host, now and whenever there is another. */
  attach(server: Server): void;
  /** For how long browsers come back with encryption alone. */
  readonly hstsSeconds: number;
}

/** Makes servers that encrypt. What goes wrong before that is done has no answer: nobody could read it. */
export const createSecureServer =
  (encryption: Encryption): FastifyServerFactory =>
  (handler, { keepAliveTimeout }) => {
    const options = {
      ...encryption.callbacks,
      minVersion: "TLSv1.2",
      handshakeTimeout: encryption.timeoutMs ?? HANDSHAKE_TIMEOUT_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      ...(typeof keepAliveTimeout === "number" && { keepAliveTimeout }),
    } as const;
    const server = createServer(options, handler);
    // Node would have such clients answered like those that send no HTTP.
    server.removeAllListeners("tlsClientError");
    server.on("tlsClientError", (_error, socket) => socket.destroy());
    encryption.attach(server);
    return server;
  };

/** What browsers are told so that they come back with encryption alone. */
export const strictTransportHeaders = ({ hstsSeconds }: Pick<Encryption, "hstsSeconds">) => ({
  "strict-transport-security": `max-age=${hstsSeconds}`,
});
