import { readFile } from "node:fs/promises";
import { connect, isIP, type Socket } from "node:net";
import { connect as connectSecurely } from "node:tls";
import type { Client } from "ldapts";
import type { LdapSettings } from "./settings.ts";

/** Thrown if the LDAP server does not respond in time. */
class LdapTimeout extends Error {
  override readonly name = "LdapTimeout";
}

/**
 * Calls `talk` with a new connection to the LDAP server, and closes the connection afterwards. The connection is
 * encrypted unless the settings say otherwise. The total time is limited to `seconds`, by default the configured
 * timeout for a login.
 * @throws any error of the connection, and the errors of `talk`
 */
export async function withLdapClient<T>(
  settings: LdapSettings,
  talk: (client: Client) => Promise<T>,
  { seconds = settings.timeoutSeconds } = {},
): Promise<T> {
  const sockets: Socket[] = [];
  const deadline = Promise.withResolvers<never>();
  const milliseconds = seconds * 1000;
  const timer = setTimeout(() => deadline.reject(new LdapTimeout(`no response within ${seconds} s`)), milliseconds);
  try {
    return await Promise.race([deadline.promise, connectClient(settings, sockets).then(talk)]);
  } finally {
    clearTimeout(timer);
    for (const socket of sockets) socket.destroy();
  }
}

async function connectClient(settings: LdapSettings, sockets: Socket[]): Promise<Client> {
  const { startTls, caFile, timeoutSeconds } = settings;
  const [ldap, ca] = await Promise.all([import("ldapts"), caFile === undefined ? undefined : readFile(caFile)]);
  const { protocol, hostname, port } = new URL(settings.url);
  const host = hostname.replaceAll(/^\[|\]$/g, "");
  const trust = { ...(ca && { ca }), ...(isIP(host) === 0 ? { servername: host } : {}) };
  // Reconnecting is prevented: after the server closes an encrypted connection, the library would open an unencrypted
  // one and send the next request, such as a password, over it.
  const once = <S extends Socket>(open: () => S): S => {
    if (sockets.length > 0) throw new Error("the LDAP server closed the connection");
    const socket = open();
    sockets.push(socket);
    return socket;
  };
  const common = { url: settings.url, timeout: timeoutSeconds * 1000, strictDN: false };
  if (protocol === "ldaps:") {
    const createSecureConnection = () => once(() => connectSecurely({ ...trust, host, port: Number(port || 636) }));
    return new ldap.Client({ ...common, tlsOptions: { host }, createSecureConnection });
  }
  const createConnection = () => once(() => connect({ host, port: Number(port || 389) }));
  const client = new ldap.Client({ ...common, createConnection });
  if (startTls) await client.startTLS({ ...trust, host });
  return client;
}
