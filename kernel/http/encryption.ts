import { createServer, type Server } from "node:https";
import type { TlsOptions } from "node:tls";
import type { FastifyServerFactory } from "fastify";
import { HANDSHAKE_TIMEOUT_MS, HEADERS_TIMEOUT_MS, MAX_HEADER_BYTES, REQUEST_TIMEOUT_MS } from "./limits.ts";

/** TLS configuration of a server. */
export interface Encryption {
  /** Callbacks that decide for each client. */
  readonly callbacks: Pick<TlsOptions, "ALPNCallback" | "SNICallback">;
  /** Timeout of the TLS handshake, in milliseconds. Default: the usual one. */
  readonly timeoutMs?: number;
  /** Sets the certificate that a new server uses for clients that name no host, now and whenever it changes. */
  attach(server: Server): void;
  /** Time for which browsers use only HTTPS, in seconds. */
  readonly hstsSeconds: number;
}

/**
 * Creates HTTPS servers. Errors before the end of the handshake get no response, because the client could not read it.
 */
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
    // By default, Node would handle such clients like those that send malformed HTTP.
    server.removeAllListeners("tlsClientError");
    server.on("tlsClientError", (_error, socket) => socket.destroy());
    encryption.attach(server);
    return server;
  };

/** Headers that make browsers return only over HTTPS. */
export const strictTransportHeaders = ({ hstsSeconds }: Pick<Encryption, "hstsSeconds">) => ({
  "strict-transport-security": `max-age=${hstsSeconds}`,
});
