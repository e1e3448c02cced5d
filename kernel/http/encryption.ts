import { createServer, type Server } from "node:https";
import type { TlsOptions } from "node:tls";
import type { FastifyServerFactory } from "fastify";
import { HANDSHAKE_TIMEOUT_MS, HEADERS_TIMEOUT_MS, MAX_HEADER_BYTES, REQUEST_TIMEOUT_MS } from "./limits.ts";

/** TLS configuration of a server. */
export interface Encryption {
  /** Callbacks that choose protocol and certificate for each client. */
  readonly callbacks: Pick<TlsOptions, "ALPNCallback" | "SNICallback">;
  /** Timeout of the TLS handshake, in milliseconds. Default: `HANDSHAKE_TIMEOUT_MS`. */
  readonly timeoutMs?: number;
  /**
   * Sets the certificate that a new server uses for clients that do not send a host name, and replaces it whenever it
   * is renewed.
   */
  attach(server: Server): void;
  /** Time for which browsers must use only HTTPS, in seconds. */
  readonly hstsSeconds: number;
}

/**
 * Creates HTTPS servers. A connection with an error in the TLS handshake is closed without a response, because the
 * client could not read one.
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
    // Node's default listener would respond to these clients as to those that send malformed HTTP.
    server.removeAllListeners("tlsClientError");
    server.on("tlsClientError", (_error, socket) => socket.destroy());
    encryption.attach(server);
    return server;
  };

/** Headers that make browsers use only HTTPS for later requests. */
export const strictTransportHeaders = ({ hstsSeconds }: Pick<Encryption, "hstsSeconds">) => ({
  "strict-transport-security": `max-age=${hstsSeconds}`,
});
