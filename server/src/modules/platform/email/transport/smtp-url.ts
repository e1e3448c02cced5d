import { isIP } from "node:net";

/** A mail server and how to connect to it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** Whether the connection uses TLS from the first byte. */
  readonly isSecure: boolean;
  /**
   * Whether a connection that starts unencrypted is upgraded with STARTTLS before anything else is sent: always, only
   * if the server offers STARTTLS, or never.
   */
  readonly encryption: "required" | "optional" | "off";
  /** Whether any certificate is accepted, even one without a trusted issuer. */
  readonly anyCertificate: boolean;
  readonly login?: { readonly user: string; readonly password: string };
}

const ENCRYPTIONS = ["required", "optional", "off"] as const;
const PORTS: Readonly<Record<string, number>> = { "smtp:": 587, "smtps:": 465 };

/**
 * Parses `smtp://user:password@host:587?tls=required` or `smtps://…`, and returns null for anything else. By default,
 * encryption is required if the URL has a user and the host is not this machine; `tls` overrides this.
 * `certificate=any` accepts every certificate.
 */
export function parseSmtpUrl(text: string): SmtpServer | null {
  const url = URL.parse(text);
  const standard = url && PORTS[url.protocol];
  if (!url || !standard || url.hostname === "" || !["", "/"].includes(url.pathname) || url.hash !== "") return null;
  const { tls, certificate, ...unknown } = Object.fromEntries(url.searchParams);
  if (Object.keys(unknown).length > 0 || (certificate !== undefined && certificate !== "any")) return null;
  const encryption = ENCRYPTIONS.find((word) => word === (tls ?? defaultEncryption(url)));
  const login = loginOf(url);
  if (!encryption || login === null) return null;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ""),
    port: url.port === "" ? standard : Number(url.port),
    isSecure: url.protocol === "smtps:",
    encryption,
    anyCertificate: certificate === "any",
    ...(login ? { login } : {}),
  };
}

function defaultEncryption({ username, hostname }: URL): (typeof ENCRYPTIONS)[number] {
  const isHere =
    hostname === "localhost" || hostname === "[::1]" || (isIP(hostname) === 4 && hostname.startsWith("127."));
  return username === "" || isHere ? "optional" : "required";
}

/** Returns undefined if the URL has no login, and null if its login is malformed. */
function loginOf({ username, password }: URL): SmtpServer["login"] | null {
  if (username === "") return password === "" ? undefined : null;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return null;
  }
}
