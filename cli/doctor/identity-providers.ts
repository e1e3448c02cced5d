import { X509Certificate } from "node:crypto";
import type { Config } from "@parlance/server/app/config/load-config.ts";
import { daysLeft, WARNING_DAYS } from "@parlance/server/https/certificate.ts";
import { errorText } from "@parlance/kernel/base/error-description.ts";
import { realmUrl } from "@parlance/server/modules/organizations/core/hosts.ts";
import type { IdentityProvider } from "@parlance/server/modules/sign-in/providers/login-provider.ts";
import { OidcProvider } from "@parlance/server/modules/sign-in/providers/oidc-provider.ts";
import { callbackPath } from "@parlance/server/modules/sign-in/providers/provider-paths.ts";
import {
  loadProviderSettings,
  type OidcProviderSettings,
} from "@parlance/server/modules/sign-in/providers/provider-settings.ts";
import type { SamlProviderSettings } from "@parlance/server/modules/sign-in/providers/saml/saml-settings.ts";
import type { Shell } from "../shell.ts";
import { checkClock } from "./clock.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";
import { causeCode, causeText, isCertificateError, sendRequest } from "./outgoing-request.ts";

type ProviderConfig = Pick<Config, "identityProvidersFile" | "server">;

/**
 * Checks the identity providers of single sign-on: whether they respond, whether OpenID Connect providers have the
 * configured issuer and accept the redirect address, and whether certificates expire soon. No login is completed.
 */
export async function checkIdentityProviders(config: ProviderConfig, { env }: Pick<Shell, "env">): Promise<Finding[]> {
  const { identityProvidersFile: path, server } = config;
  if (path === undefined) return [];
  try {
    const { openIdConnect, saml } = await loadProviderSettings(path, env);
    const findings = await Promise.all([
      ...openIdConnect.map((settings) => checkOpenIdConnect(settings, server)),
      ...saml.map((settings) => checkSaml(settings)),
    ]);
    return findings.flat();
  } catch (error) {
    return [fail("single sign-on", errorText(error), "See docs/single-sign-on.md.")];
  }
}

const checkName = (providerName: string): string => `single sign-on (${providerName})`;

async function checkOpenIdConnect(settings: OidcProviderSettings, site: { readonly url: string }): Promise<Finding[]> {
  const check = checkName(settings.name);
  const { issuer, organizations = [""] } = settings;
  const provider = new OidcProvider(settings);
  try {
    const urls = organizations.map((subdomain) => realmUrl({ subdomain, host: null }, site));
    const findings = await Promise.all(urls.map((url) => tryLogin(provider, url, issuer)));
    return findings.flat();
  } catch (error) {
    return [fail(check, `${issuer}: ${causeText(error)}`, discoveryAdvice(error))];
  }
}

function discoveryAdvice(error: unknown): string {
  if (causeCode(error) === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED")
    return "Set `issuer` in the identity providers file exactly as the provider's metadata has it.";
  if (isCertificateError(error))
    return "The certificate is not trusted: start the server with NODE_EXTRA_CA_CERTS set to the file of its authority.";
  return "Check `issuer` in the identity providers file, and that this machine can connect to it. Users cannot sign in with this provider until it responds.";
}

/** Sends the request with which a browser starts a login. Providers reject it if they do not know the redirect address. */
async function tryLogin(provider: IdentityProvider, url: string, issuer: string): Promise<Finding[]> {
  const check = checkName(provider.name);
  const redirectAddress = url + callbackPath(provider);
  const login = await provider.startLogin(url, "parlance-doctor");
  const sentAt = new Date();
  const { status, headers } = await sendRequest(login.url);
  const receivedAt = new Date();
  const time = new Date(headers.get("date") ?? Number.NaN);
  return [
    status < 400
      ? ok(check, `${issuer} responds; the redirect address is ${redirectAddress}`)
      : warn(
          check,
          `${issuer} rejects a sign-in (status ${status})`,
          `Register ${redirectAddress} as a redirect address, and check client_id and scopes.`,
        ),
    ...(Number.isNaN(time.getTime())
      ? []
      : [checkClock({ source: issuer, time, precisionMs: 1000, sentAt, receivedAt })]),
  ];
}

async function checkSaml({ name, sign_on_url: url, certificates, ...own }: SamlProviderSettings): Promise<Finding[]> {
  const check = checkName(name);
  const certificateFindings = [
    newestCertificate(check, "the provider's certificate", certificates),
    ...(own.signing ? [newestCertificate(check, "the certificate for signing", [own.signing.certificate])] : []),
    ...(own.decryption
      ? [newestCertificate(check, "the certificate for decryption", [own.decryption.certificate])]
      : []),
  ].filter((finding) => finding !== undefined);
  try {
    const { status } = await sendRequest(url);
    const advice = "Check `sign_on_url` in the identity providers file, and the provider's log.";
    const response =
      status < 500 ? ok(check, `${url} responds`) : warn(check, `${url} responds with status ${status}`, advice);
    return [response, ...certificateFindings];
  } catch (error) {
    const advice =
      "Check `sign_on_url` in the identity providers file. Users' browsers connect to it; this machine need not be able to.";
    return [warn(check, `${url}: ${causeText(error)}`, advice), ...certificateFindings];
  }
}

/** Reports the certificate that expires last if it expires soon. A provider has two while it replaces one. */
function newestCertificate(check: string, what: string, certificates: readonly string[]): Finding | undefined {
  try {
    const ends = certificates.map((pem) => new X509Certificate(pem).validToDate.getTime());
    const end = new Date(Math.max(...ends));
    const days = daysLeft(end, new Date());
    if (days >= WARNING_DAYS) return undefined;
    const message = days < 0 ? `expired on ${end.toISOString()}` : `expires in ${days} days`;
    return warn(
      check,
      `${what} ${message}`,
      "Replace its file; during the change, a provider can have two certificates.",
    );
  } catch {
    return fail(check, `${what} is not a certificate in PEM format`, "Check its file; see docs/single-sign-on.md.");
  }
}
