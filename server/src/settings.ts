/** What the behaviour of a server depends on. */
export interface ServerSettings {
  /** Where the server is reached; organizations are its subdomains. */
  readonly url: string;
  readonly queueIdleSeconds: number;
  readonly heartbeatSeconds: number;
  readonly eventLogMaxAgeSeconds: number;
  /** Prefix under which the wire's brand-neutral names are repeated for other clients; empty for none. */
  readonly wireAliases: string;
  readonly trustedProxies: number;
}
