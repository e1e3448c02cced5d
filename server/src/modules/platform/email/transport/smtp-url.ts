import { isIP } from "node:net";

/** A mail server, and how to speak to it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** Encrypted from the first byte. */
  readonly isSecure: boolean;
  /**
   * Otherwise, whether the connection is encrypted before anything is said on it: it must be, it is if the server offers
   * it, or it is not.
   */
  readonly encryption: "required" | "optional" | "off";
  /** Whether the server may show a certificate that nobody vouches for. */
  readonly anyCertificate: boolean;
  readonly login?: { readonly user: string; readonly password: string };
}

const ENCRYPTIONS = ["required", "optional", "off"] as const;
const PORTS: Readonly<Record<string, number>> = { "smtp:": 587, "smtps:": 465 };

/**
 * Reads `smtp://user:password@host:587?tls=required` or `smtps://…`; null for what is neither. With a user, and not on
 * this machine, encryption is required unless `tls` says otherwise; `certificate=any` believes every certificate.
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

/** Undefined if there is none, null if it is spoilt. */
function loginOf({ username, password }: URL): SmtpServer["login"] | null {
  if (username === "") return password === "" ? undefined : null;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return null;
  }
}
