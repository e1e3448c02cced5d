import { once } from "node:events";
import { connect } from "node:net";
import { withLdapClient } from "@parlance/server/modules/sign-in/ldap/ldap-connection.ts";
import { bindServiceAccount } from "@parlance/server/modules/sign-in/ldap/directory-lookup.ts";
import { countDirectoryPeople } from "@parlance/server/modules/sign-in/ldap/read-directory.ts";
import type { LdapSettings } from "@parlance/server/modules/sign-in/ldap/settings.ts";
import { errorText } from "@parlance/kernel/base/error-description.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

const CONNECTION = "LDAP connection";
const ENCRYPTION = "LDAP encryption";
const BIND = "LDAP bind";
const SEARCH = "LDAP search";

/**
 * Tries the steps of a login, except for the user's password: connection, encryption, bind and search. Stops at the
 * first failure.
 */
export async function checkLdapServer(ldap: LdapSettings): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const step of [checkConnection, checkEncryption, checkBind, checkSearch]) {
    const finding = await step(ldap);
    findings.push(finding);
    if (finding.state === "fail") break;
  }
  return findings;
}

async function checkConnection({ url, timeoutSeconds }: LdapSettings): Promise<Finding> {
  const { protocol, hostname, port } = new URL(url);
  const place = {
    host: hostname.replaceAll(/^\[|\]$/g, ""),
    port: Number(port || (protocol === "ldaps:" ? 636 : 389)),
  };
  const socket = connect(place);
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(timeoutSeconds * 1000) });
    return ok(CONNECTION, `${place.host}, port ${place.port}, responds`);
  } catch (error) {
    const advice =
      errorCode(error) === "ENOTFOUND"
        ? "host not found: check PARLANCE_LDAP_URL"
        : "check that the LDAP server is running, that PARLANCE_LDAP_URL is correct, and that no firewall blocks the connection";
    return fail(CONNECTION, `${place.host}, port ${place.port}, does not respond: ${errorText(error)}`, advice);
  } finally {
    socket.destroy();
  }
}

async function checkEncryption(ldap: LdapSettings): Promise<Finding> {
  const isSecure = ldap.url.startsWith("ldaps:");
  if (!isSecure && !ldap.startTls) {
    return warn(ENCRYPTION, "not encrypted", "passwords are sent unencrypted: set PARLANCE_LDAP_START_TLS=true");
  }
  try {
    // Sends a query that every server allows without authentication. With `ldaps:`, the client connects only when it
    // sends a query.
    await withLdapClient(ldap, (client) => client.search("", { scope: "base", attributes: ["supportedExtension"] }));
    return ok(ENCRYPTION, isSecure ? "TLS" : "StartTLS");
  } catch (error) {
    return fail(ENCRYPTION, errorText(error), encryptionAdvice(ldap, errorCode(error)));
  }
}

function encryptionAdvice({ url, caFile }: LdapSettings, code: string): string {
  if (code === "ENOENT" || code === "EACCES") return `${caFile ?? ""} cannot be read: check PARLANCE_LDAP_CA_FILE`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return `the certificate does not cover ${new URL(url).hostname}: use a host name in PARLANCE_LDAP_URL that the certificate covers`;
  }
  if (code === "CERT_HAS_EXPIRED") return "the certificate has expired: renew it on the LDAP server";
  if (/CERT|ISSUER|SIGNATURE/.test(code)) {
    return "the certificate is not trusted: set PARLANCE_LDAP_CA_FILE to a file with the certificate of its authority";
  }
  return "the server may not support StartTLS: try an ldaps:// address in PARLANCE_LDAP_URL";
}

async function checkBind(ldap: LdapSettings): Promise<Finding> {
  if (ldap.directBindDn !== undefined && ldap.searchBase === undefined) return ok(BIND, "users are bound directly");
  if (ldap.bindDn === undefined) return ok(BIND, "searches are anonymous");
  try {
    await withLdapClient(ldap, (client) => bindServiceAccount(client, ldap));
    return ok(BIND, ldap.bindDn);
  } catch (error) {
    const advice =
      errorCode(error) === "49"
        ? "check PARLANCE_LDAP_BIND_DN, and PARLANCE_LDAP_BIND_PASSWORD or PARLANCE_LDAP_BIND_PASSWORD_FILE"
        : "check PARLANCE_LDAP_BIND_DN and the log of the LDAP server";
    return fail(BIND, `bind as ${ldap.bindDn} failed: ${describeLdapError(error)}`, advice);
  }
}

async function checkSearch(ldap: LdapSettings): Promise<Finding> {
  const { searchBase } = ldap;
  if (searchBase === undefined)
    return warn(SEARCH, "no search is configured", "`parlance ldap sync` requires PARLANCE_LDAP_SEARCH_BASE");
  try {
    const { found, people } = await countDirectoryPeople(ldap);
    if (people > 0) return ok(SEARCH, `${people} users below ${searchBase}`);
    if (found > 0) {
      const advice = "check PARLANCE_LDAP_EMAIL_ATTRIBUTE and PARLANCE_LDAP_APPEND_DOMAIN";
      return fail(SEARCH, `none of the ${found} entries below ${searchBase} has an email address`, advice);
    }
    const advice = "check PARLANCE_LDAP_SEARCH_FILTER and the read permissions of PARLANCE_LDAP_BIND_DN";
    return fail(SEARCH, `no users found below ${searchBase}`, advice);
  } catch (error) {
    const advice =
      errorCode(error) === "32"
        ? "check PARLANCE_LDAP_SEARCH_BASE and the read permissions of PARLANCE_LDAP_BIND_DN"
        : "check PARLANCE_LDAP_SEARCH_BASE, PARLANCE_LDAP_SEARCH_FILTER and the read permissions of PARLANCE_LDAP_BIND_DN";
    return fail(SEARCH, describeLdapError(error), advice);
  }
}

/**
 * Descriptions of the most frequent LDAP result codes. They replace the servers' own texts, which are often not
 * helpful.
 */
const ldapResultTexts: Readonly<Record<string, string>> = { "32": "entry not found", "49": "wrong name or password" };

const describeLdapError = (error: unknown): string => ldapResultTexts[errorCode(error)] ?? errorText(error);

/** Returns the code of a system error, or the number of an LDAP result. */
const errorCode = (error: unknown): string => String((error as { readonly code?: string | number } | null)?.code ?? "");
