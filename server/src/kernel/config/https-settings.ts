import { isIP } from "node:net";
import { resolve } from "node:path";
import { flag, integer, mailAddress, oneOf, optional, setting, string, type ValueOf, webAddress } from "./setting.ts";

/** How the server encrypts what it says to clients, where no proxy does. */
export const httpsDeclarations = {
  tlsCertFile: optional(string("a file"), {
    variable: "PARLANCE_TLS_CERT_FILE",
    defaultText: "none: the server does not encrypt by itself",
    meaning:
      "A PEM file with the server's certificate, and those that vouch for it, for `https://` without a proxy. It has to name every host of `PARLANCE_EXTERNAL_URL` and of the organizations. A new file is taken within seconds.",
  }),
  tlsKeyFile: optional(string("a file"), {
    variable: "PARLANCE_TLS_KEY_FILE",
    defaultText: "none",
    meaning: "A PEM file with the private key of that certificate, without a password.",
  }),
  acmeDirectoryUrl: optional(webAddress, {
    variable: "PARLANCE_ACME_DIRECTORY_URL",
    defaultText: "none: no certificates are ordered",
    meaning:
      "Where certificates are ordered by ACME, instead of coming from files, such as `https://acme-v02.api.letsencrypt.org/directory`. Each host of `PARLANCE_EXTERNAL_URL` and of the organizations gets its own; see `docs/https.md`.",
  }),
  acmeTermsAgreed: setting(flag, {
    variable: "PARLANCE_ACME_TERMS_AGREED",
    default: false,
    meaning: "Whether you agree to the terms of who gives out these certificates. Nothing is ordered otherwise.",
  }),
  acmeEmail: optional(mailAddress, {
    variable: "PARLANCE_ACME_EMAIL",
    defaultText: "none",
    meaning: "Where they can reach you, for instance before a certificate ends.",
  }),
  acmeChallenge: optional(oneOf("http-01", "tls-alpn-01"), {
    variable: "PARLANCE_ACME_CHALLENGE",
    defaultText: "`http-01` with `PARLANCE_HTTP_PORT`, else `tls-alpn-01`",
    meaning:
      "How the server shows that a host is its own: over port 80, or over port 443. That port of each host has to lead to `PARLANCE_HTTP_PORT` or `PARLANCE_PORT`.",
  }),
  httpPort: optional(integer(0, 65_535), {
    variable: "PARLANCE_HTTP_PORT",
    defaultText: "none",
    meaning:
      "A TCP port, mostly 80, on which who comes without encryption is sent to the address with it; 0 takes any that is free.",
  }),
  hstsSeconds: setting(integer(0, 63_072_000), {
    variable: "PARLANCE_HSTS_SECONDS",
    default: 2_592_000,
    unit: "seconds",
    meaning:
      "For how long browsers that were here over `https://` come back over nothing else (`Strict-Transport-Security`). 0 makes them forget it. Only where the server encrypts by itself: behind a proxy, the proxy says it.",
  }),
};

/** How the server encrypts, from files or with what it orders. */
export interface HttpsSettings {
  readonly certificates: CertificateFilePaths | AcmeSettings;
  /** Where who comes without encryption is sent on; undefined: nowhere. */
  readonly httpPort: number | undefined;
  readonly hstsSeconds: number;
}

/** Where a certificate and its key lie. */
export interface CertificateFilePaths {
  readonly certFile: string;
  readonly keyFile: string;
}

/** Where certificates are ordered, and how the server shows that its hosts are its own. */
export interface AcmeSettings {
  readonly directoryUrl: string;
  readonly email: string | undefined;
  readonly challenge: "http-01" | "tls-alpn-01";
}

type Values = { readonly [Name in keyof typeof httpsDeclarations]: ValueOf<(typeof httpsDeclarations)[Name]> } & {
  readonly externalUrl: string | undefined;
};

/** Whether the server encrypts by itself. */
export const encryptsItself = ({ tlsCertFile, acmeDirectoryUrl }: Values): boolean =>
  tlsCertFile !== undefined || acmeDirectoryUrl !== undefined;

/** Undefined where the server leaves encryption to a proxy. Of settings without complaints. */
export function httpsSettings(values: Values): HttpsSettings | undefined {
  const { tlsCertFile, tlsKeyFile, acmeDirectoryUrl, acmeEmail, httpPort, hstsSeconds } = values;
  if (tlsCertFile !== undefined && tlsKeyFile !== undefined) {
    return { certificates: { certFile: resolve(tlsCertFile), keyFile: resolve(tlsKeyFile) }, httpPort, hstsSeconds };
  }
  if (acmeDirectoryUrl === undefined) return undefined;
  const certificates = { directoryUrl: acmeDirectoryUrl, email: acmeEmail, challenge: challengeOf(values) };
  return { certificates, httpPort, hstsSeconds };
}

const challengeOf = ({ acmeChallenge, httpPort }: Values): "http-01" | "tls-alpn-01" =>
  acmeChallenge ?? (httpPort === undefined ? "tls-alpn-01" : "http-01");

/** What does not fit together, each in a sentence. */
export function httpsComplaints(values: Values): string[] {
  const { tlsCertFile, tlsKeyFile, acmeDirectoryUrl, externalUrl, httpPort } = values;
  return [
    ...(tlsCertFile !== undefined && tlsKeyFile === undefined
      ? ["PARLANCE_TLS_CERT_FILE needs PARLANCE_TLS_KEY_FILE"]
      : []),
    ...(tlsKeyFile !== undefined && tlsCertFile === undefined
      ? ["PARLANCE_TLS_KEY_FILE needs PARLANCE_TLS_CERT_FILE"]
      : []),
    ...(encryptsItself(values) && externalUrl?.startsWith("http:") === true
      ? ["PARLANCE_EXTERNAL_URL has to begin with https:// where the server has a certificate"]
      : []),
    ...(httpPort !== undefined && !encryptsItself(values)
      ? ["PARLANCE_HTTP_PORT needs PARLANCE_TLS_CERT_FILE, or PARLANCE_ACME_DIRECTORY_URL; see PARLANCE_PORT otherwise"]
      : []),
    ...(acmeDirectoryUrl === undefined ? [] : acmeComplaints(values)),
  ];
}

function acmeComplaints(values: Values): string[] {
  const { tlsCertFile, externalUrl, httpPort, acmeTermsAgreed } = values;
  const host = externalUrl === undefined ? undefined : new URL(externalUrl).hostname;
  return [
    ...(tlsCertFile === undefined ? [] : ["PARLANCE_ACME_DIRECTORY_URL and PARLANCE_TLS_CERT_FILE cannot be set both"]),
    ...(acmeTermsAgreed
      ? []
      : [
          "PARLANCE_ACME_DIRECTORY_URL needs PARLANCE_ACME_TERMS_AGREED=true, once you have read the terms found there",
        ]),
    ...(host === undefined || host === "localhost" || host.startsWith("[") || isIP(host) > 0
      ? ["PARLANCE_ACME_DIRECTORY_URL needs PARLANCE_EXTERNAL_URL, with the name of a host"]
      : []),
    ...(challengeOf(values) === "http-01" && httpPort === undefined
      ? ["PARLANCE_ACME_CHALLENGE=http-01 needs PARLANCE_HTTP_PORT"]
      : []),
  ];
}
