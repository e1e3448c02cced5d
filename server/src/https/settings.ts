import { isIP } from "node:net";
import { resolve } from "node:path";
import {
  filePath,
  flag,
  integer,
  mailAddress,
  oneOf,
  optional,
  setting,
  type ValueOf,
  webAddress,
} from "@parlance/kernel/config/setting.ts";

/** Settings for HTTPS without a reverse proxy. */
export const httpsDeclarations = {
  tlsCertFile: optional(filePath, {
    key: "https.cert_file",
    variable: "PARLANCE_TLS_CERT_FILE",
    defaultText: "none: the server uses plain HTTP",
    meaning:
      "PEM file with the server's certificate and its intermediate certificates, for HTTPS without a reverse proxy. The certificate has to cover the host of `PARLANCE_EXTERNAL_URL` and of every organization. Changes of the file are picked up within seconds.",
  }),
  tlsKeyFile: optional(filePath, {
    key: "https.key_file",
    variable: "PARLANCE_TLS_KEY_FILE",
    defaultText: "none",
    meaning: "PEM file with the private key of the certificate, without a password.",
  }),
  acmeDirectoryUrl: optional(webAddress, {
    key: "https.acme_directory_url",
    variable: "PARLANCE_ACME_DIRECTORY_URL",
    defaultText: "none: no certificates are ordered",
    meaning:
      "ACME directory from which certificates are ordered, instead of using files, such as `https://acme-v02.api.letsencrypt.org/directory`. The host of `PARLANCE_EXTERNAL_URL` and of every organization gets its own certificate; see `docs/https.md`.",
  }),
  acmeTermsAgreed: setting(flag, {
    key: "https.acme_terms_agreed",
    variable: "PARLANCE_ACME_TERMS_AGREED",
    default: false,
    meaning: "Whether you agree to the terms of service of the certificate authority. Required to order certificates.",
  }),
  acmeEmail: optional(mailAddress, {
    key: "https.acme_email",
    variable: "PARLANCE_ACME_EMAIL",
    defaultText: "none",
    meaning: "Contact address for the certificate authority, for example for expiry warnings.",
  }),
  acmeChallenge: optional(oneOf("http-01", "tls-alpn-01"), {
    key: "https.acme_challenge",
    variable: "PARLANCE_ACME_CHALLENGE",
    defaultText: "`http-01` with `PARLANCE_HTTP_PORT`, else `tls-alpn-01`",
    meaning:
      "How the server proves that it controls a host: over port 80 (`http-01`) or port 443 (`tls-alpn-01`). That port of each host has to lead to `PARLANCE_HTTP_PORT` or `PARLANCE_PORT`.",
  }),
  httpPort: optional(integer(0, 65_535), {
    key: "https.http_port",
    variable: "PARLANCE_HTTP_PORT",
    defaultText: "none",
    meaning: "TCP port, usually 80, on which HTTP requests are redirected to HTTPS; 0 picks a free port.",
  }),
  hstsSeconds: setting(integer(0, 63_072_000), {
    key: "https.hsts_seconds",
    variable: "PARLANCE_HSTS_SECONDS",
    default: 2_592_000,
    unit: "seconds",
    meaning:
      "How long browsers use only HTTPS for this host after a visit (`Strict-Transport-Security`); 0 resets it. Only sent if the server has a certificate: behind a reverse proxy, configure it there.",
  }),
};

/** HTTPS configuration, with certificates from files or from an ACME certificate authority. */
export interface HttpsSettings {
  readonly certificates: CertificateFilePaths | AcmeSettings;
  /** Port on which HTTP requests are redirected to HTTPS, or undefined if no port redirects. */
  readonly httpPort: number | undefined;
  readonly hstsSeconds: number;
}

/** Paths of a certificate and its private key. */
export interface CertificateFilePaths {
  readonly certFile: string;
  readonly keyFile: string;
}

/** The ACME certificate authority, and the challenge with which the server proves that it controls its host names. */
export interface AcmeSettings {
  readonly directoryUrl: string;
  readonly email: string | undefined;
  readonly challenge: "http-01" | "tls-alpn-01";
}

type HttpsSettingValues = {
  readonly [Name in keyof typeof httpsDeclarations]: ValueOf<(typeof httpsDeclarations)[Name]>;
} & {
  readonly externalUrl: string | undefined;
};

/** Returns whether the server encrypts connections itself, without a proxy. */
export const terminatesTls = ({ tlsCertFile, acmeDirectoryUrl }: HttpsSettingValues): boolean =>
  tlsCertFile !== undefined || acmeDirectoryUrl !== undefined;

/**
 * Returns the HTTPS configuration, or undefined if the server leaves encryption to a proxy. The settings must have
 * passed `findHttpsSettingErrors`.
 */
export function httpsSettings(values: HttpsSettingValues): HttpsSettings | undefined {
  const { tlsCertFile, tlsKeyFile, acmeDirectoryUrl, acmeEmail, httpPort, hstsSeconds } = values;
  if (tlsCertFile !== undefined && tlsKeyFile !== undefined) {
    return { certificates: { certFile: resolve(tlsCertFile), keyFile: resolve(tlsKeyFile) }, httpPort, hstsSeconds };
  }
  if (acmeDirectoryUrl === undefined) return undefined;
  const certificates = { directoryUrl: acmeDirectoryUrl, email: acmeEmail, challenge: acmeChallengeType(values) };
  return { certificates, httpPort, hstsSeconds };
}

const acmeChallengeType = ({ acmeChallenge, httpPort }: HttpsSettingValues): "http-01" | "tls-alpn-01" =>
  acmeChallenge ?? (httpPort === undefined ? "tls-alpn-01" : "http-01");

/** Returns a sentence for each contradiction between the settings. */
export function findHttpsSettingErrors(values: HttpsSettingValues): string[] {
  const { tlsCertFile, tlsKeyFile, acmeDirectoryUrl, externalUrl, httpPort } = values;
  return [
    ...(tlsCertFile !== undefined && tlsKeyFile === undefined
      ? ["PARLANCE_TLS_CERT_FILE requires PARLANCE_TLS_KEY_FILE"]
      : []),
    ...(tlsKeyFile !== undefined && tlsCertFile === undefined
      ? ["PARLANCE_TLS_KEY_FILE requires PARLANCE_TLS_CERT_FILE"]
      : []),
    ...(terminatesTls(values) && externalUrl?.startsWith("http:") === true
      ? ["PARLANCE_EXTERNAL_URL must begin with https:// if the server has a certificate"]
      : []),
    ...(httpPort !== undefined && !terminatesTls(values)
      ? [
          "PARLANCE_HTTP_PORT requires PARLANCE_TLS_CERT_FILE or PARLANCE_ACME_DIRECTORY_URL; for plain HTTP, use PARLANCE_PORT",
        ]
      : []),
    ...(acmeDirectoryUrl === undefined ? [] : findAcmeSettingErrors(values)),
  ];
}

function findAcmeSettingErrors(values: HttpsSettingValues): string[] {
  const { tlsCertFile, externalUrl, httpPort, acmeTermsAgreed } = values;
  const host = externalUrl === undefined ? undefined : new URL(externalUrl).hostname;
  return [
    ...(tlsCertFile === undefined ? [] : ["PARLANCE_ACME_DIRECTORY_URL and PARLANCE_TLS_CERT_FILE cannot both be set"]),
    ...(acmeTermsAgreed
      ? []
      : ["PARLANCE_ACME_DIRECTORY_URL requires PARLANCE_ACME_TERMS_AGREED=true; read the terms of service first"]),
    ...(host === undefined || host === "localhost" || host.startsWith("[") || isIP(host) > 0
      ? ["PARLANCE_ACME_DIRECTORY_URL requires PARLANCE_EXTERNAL_URL with a host name"]
      : []),
    ...(acmeChallengeType(values) === "http-01" && httpPort === undefined
      ? ["PARLANCE_ACME_CHALLENGE=http-01 requires PARLANCE_HTTP_PORT"]
      : []),
  ];
}
