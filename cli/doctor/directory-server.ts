import { once } from "node:events";
import { connect } from "node:net";
import { converse } from "@parlance/server/modules/sign-in/ldap/conversation.ts";
import { bindToSearch } from "@parlance/server/modules/sign-in/ldap/directory.ts";
import { countPeople } from "@parlance/server/modules/sign-in/ldap/people.ts";
import type { LdapSettings } from "@parlance/server/kernel/config/ldap-settings.ts";
import { errorText } from "@parlance/server/kernel/error-description.ts";
import { fail, type Finding, ok, warn } from "./finding.ts";

const CONNECTION = "LDAP connection";
const ENCRYPTION = "LDAP encryption";
const BIND = "LDAP bind";
const SEARCH = "LDAP search";

/** Goes the way of a login, up to the password: connection, encryption, bind, search. Ends at the first thing that fails. */
export async function checkDirectory(ldap: LdapSettings): Promise<Finding[]> {
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
    return ok(CONNECTION, `${place.host}, port ${place.port}, answers`);
  } catch (error) {
    const advice =
      codeOf(error) === "ENOTFOUND"
        ? "there is no such host: see PARLANCE_LDAP_URL"
        : "see that the LDAP server runs, that PARLANCE_LDAP_URL names it, and that no firewall is in between";
    return fail(CONNECTION, `${place.host}, port ${place.port}, does not answer: ${errorText(error)}`, advice);
  } finally {
    socket.destroy();
  }
}

async function checkEncryption(ldap: LdapSettings): Promise<Finding> {
  const isSecure = ldap.url.startsWith("ldaps:");
  if (!isSecure && !ldap.startTls) {
    return warn(ENCRYPTION, "there is none", "passwords can be read on the way: set PARLANCE_LDAP_START_TLS=true");
  }
  try {
    // The question that every server answers to everybody; with `ldaps:` it is the first that needs a connection.
    await converse(ldap, (client) => client.search("", { scope: "base", attributes: ["supportedExtension"] }));
    return ok(ENCRYPTION, isSecure ? "from the start" : "by StartTLS");
  } catch (error) {
    return fail(ENCRYPTION, errorText(error), encryptionAdvice(ldap, codeOf(error)));
  }
}

function encryptionAdvice({ url, caFile }: LdapSettings, code: string): string {
  if (code === "ENOENT" || code === "EACCES") return `${caFile ?? ""} cannot be read: see PARLANCE_LDAP_CA_FILE`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") {
    return `the certificate is for another name than ${new URL(url).hostname}: name the server in PARLANCE_LDAP_URL as the certificate does`;
  }
  if (code === "CERT_HAS_EXPIRED") return "the LDAP server needs a new certificate";
  if (/CERT|ISSUER|SIGNATURE/.test(code)) {
    return "nobody whom this server trusts vouches for the certificate: name a file with the authority's certificate in PARLANCE_LDAP_CA_FILE";
  }
  return "the server may not offer StartTLS: try an address with ldaps: in PARLANCE_LDAP_URL";
}

async function checkBind(ldap: LdapSettings): Promise<Finding> {
  if (ldap.directBindDn !== undefined && ldap.searchBase === undefined) return ok(BIND, "people are bound directly");
  if (ldap.bindDn === undefined) return ok(BIND, "searches are anonymous");
  try {
    await converse(ldap, (client) => bindToSearch(client, ldap));
    return ok(BIND, ldap.bindDn);
  } catch (error) {
    const advice =
      codeOf(error) === "49"
        ? "see PARLANCE_LDAP_BIND_DN, and PARLANCE_LDAP_BIND_PASSWORD or PARLANCE_LDAP_BIND_PASSWORD_FILE"
        : "see PARLANCE_LDAP_BIND_DN, and the log of the LDAP server";
    return fail(BIND, `${ldap.bindDn} is refused: ${said(error)}`, advice);
  }
}

async function checkSearch(ldap: LdapSettings): Promise<Finding> {
  const { searchBase } = ldap;
  if (searchBase === undefined)
    return warn(SEARCH, "nobody is searched", "`parlance ldap sync` needs PARLANCE_LDAP_SEARCH_BASE");
  try {
    const { found, people } = await countPeople(ldap);
    if (people > 0) return ok(SEARCH, `${people} people below ${searchBase}`);
    if (found > 0) {
      const advice = "see PARLANCE_LDAP_EMAIL_ATTRIBUTE and PARLANCE_LDAP_APPEND_DOMAIN";
      return fail(SEARCH, `of ${found} entries below ${searchBase} none has an e-mail address`, advice);
    }
    const advice = "see PARLANCE_LDAP_SEARCH_FILTER, and what PARLANCE_LDAP_BIND_DN may read";
    return fail(SEARCH, `there is nobody below ${searchBase}`, advice);
  } catch (error) {
    const advice =
      codeOf(error) === "32"
        ? "see PARLANCE_LDAP_SEARCH_BASE, and whether PARLANCE_LDAP_BIND_DN may read it"
        : "see PARLANCE_LDAP_SEARCH_BASE, PARLANCE_LDAP_SEARCH_FILTER and what PARLANCE_LDAP_BIND_DN may read";
    return fail(SEARCH, said(error), advice);
  }
}

/** What LDAP servers answer most, by its number; their own texts often say nothing. */
const answers: Readonly<Record<string, string>> = { "32": "there is no such entry", "49": "wrong name or password" };

const said = (error: unknown): string => answers[codeOf(error)] ?? errorText(error);

/** The system's code of an error, or the number of an LDAP server's answer. */
const codeOf = (error: unknown): string => String((error as { readonly code?: string | number } | null)?.code ?? "");
