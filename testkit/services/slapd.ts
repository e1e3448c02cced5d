import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { Attribute, Change, type Client } from "ldapts";
import { withLdapClient } from "@parlance/server/modules/sign-in/ldap/ldap-connection.ts";
import type { LdapSettings } from "@parlance/server/modules/sign-in/ldap/settings.ts";
import { newCertificate } from "@parlance/server/modules/messages/link-previews/fixtures/certificate.ts";
import { afterFile } from "../cleanup.ts";
import { reserveFreePorts } from "../servers/free-ports.ts";

const PROGRAM = "/usr/sbin/slapd";

/**
 * Value for the `skip` option of tests that need an LDAP server: the reason if no LDAP server is installed, otherwise
 * `false`.
 */
export const withoutSlapd: string | false = !existsSync(PROGRAM) && "there is no slapd on this machine; install it";

export const DIRECTORY_BASE = "dc=example,dc=com";
const BIND_DN = `cn=reader,${DIRECTORY_BASE}`;
const BIND_PASSWORD = "the chat may read";

type Attributes = Readonly<Record<string, string | Buffer | readonly string[]>>;

/** Directory entry of a person: attributes and their values. */
export type DirectoryEntry = Attributes & { readonly uid: string };

export interface TestDirectory {
  /**
   * Settings with which a Parlance server searches the directory, over a connection that is encrypted with STARTTLS.
   */
  readonly settings: LdapSettings;
  /** URL of the same directory for connections that use TLS from the start. */
  readonly secureUrl: string;
  /** Replaces attributes of a person. An empty list removes an attribute. */
  replace(uid: string, attributes: Attributes): Promise<void>;
  /** Changes the `uid` of a person. All other attributes stay the same. */
  rename(uid: string, newUid: string): Promise<void>;
  add(person: DirectoryEntry): Promise<void>;
  remove(uid: string): Promise<void>;
  /** Creates a group. The entries of its members then contain the group in `memberOf`. */
  addGroup(cn: string, uids: readonly string[]): Promise<void>;
  removeGroup(cn: string): Promise<void>;
}

/**
 * Starts a real LDAP server with a directory of people below `ou=people`. Stopped and deleted when the file's tests are
 * done.
 */
export async function startSlapd(people: readonly DirectoryEntry[]): Promise<TestDirectory> {
  const folder = await mkdtemp(join(tmpdir(), "parlance-slapd-"));
  afterFile(() => rm(folder, { recursive: true, force: true }));
  const { key, cert } = newCertificate("localhost");
  await Promise.all([
    mkdir(join(folder, "data")),
    writeFile(join(folder, "key.pem"), key),
    writeFile(join(folder, "cert.pem"), cert),
    writeFile(join(folder, "slapd.conf"), configuration(folder)),
    writeFile(join(folder, "people.ldif"), ldif(people)),
  ]);
  const files = ["-f", join(folder, "slapd.conf")];
  await promisify(execFile)(PROGRAM, ["-T", "add", ...files, "-l", join(folder, "people.ldif")]);

  const [plain, secure] = await reserveFreePorts(2);
  const addresses = `ldap://127.0.0.1:${plain} ldaps://127.0.0.1:${secure}`;
  // With the debug option, slapd stays in the foreground and prints a message when it is ready.
  const child = spawn(PROGRAM, [...files, "-h", addresses, "-d", "256"], { stdio: ["ignore", "ignore", "pipe"] });
  const lines: string[] = [];
  const reportEnd = (code: number | null, signal: NodeJS.Signals | null) =>
    console.error(`slapd ended (${signal ?? code}), without a request to stop:\n${lines.slice(-10).join("\n")}`);
  child.once("exit", reportEnd);
  afterFile(async () => {
    child.off("exit", reportEnd);
    if (child.exitCode === null && child.kill()) await once(child, "exit");
  });
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stderr).on("line", (line) => {
      if (line.includes("slapd starting")) resolve();
      else lines.push(line);
    });
    child.once("exit", () => reject(new Error("slapd did not start")));
  });
  const settings = {
    url: `ldap://localhost:${plain}`,
    startTls: true,
    caFile: join(folder, "cert.pem"),
    bindDn: BIND_DN,
    bindPassword: BIND_PASSWORD,
    searchBase: `ou=people,${DIRECTORY_BASE}`,
    searchFilter: "(uid=%s)",
    nameAttributes: ["cn"],
    idAttribute: "entryUUID",
    sync: "never" as const,
    syncMostPercent: 10,
    doesSecondFactor: false,
    timeoutSeconds: 10,
  };
  return { secureUrl: `ldaps://localhost:${secure}`, settings, ...directoryEditor(settings) };
}

const dnOf = (uid: string): string => `uid=${uid},ou=people,${DIRECTORY_BASE}`;
const groupDn = (cn: string): string => `cn=${cn},ou=groups,${DIRECTORY_BASE}`;

/** Returns functions that change a directory while its server runs. */
function directoryEditor(settings: LdapSettings): Omit<TestDirectory, "settings" | "secureUrl"> {
  const asRoot = (talk: (client: Client) => Promise<void>) =>
    withLdapClient(settings, async (client) => {
      await client.bind(BIND_DN, BIND_PASSWORD);
      await talk(client);
    });
  const listOf = (values: Attributes[string]): string[] | Buffer[] =>
    typeof values === "string" ? [values] : Buffer.isBuffer(values) ? [values] : [...values];
  return {
    replace: (uid, attributes) =>
      asRoot(async (client) => {
        const changes = Object.entries(attributes).map(([type, values]) => {
          const modification = new Attribute({ type, values: listOf(values) });
          return new Change({ operation: "replace", modification });
        });
        await client.modify(dnOf(uid), changes);
      }),
    rename: (uid, newUid) => asRoot((client) => client.modifyDN(dnOf(uid), `uid=${newUid}`)),
    add: (person) =>
      asRoot((client) =>
        client.add(dnOf(person.uid), {
          objectClass: "inetOrgPerson",
          ...Object.fromEntries(
            Object.entries({ sn: person.uid, cn: person.uid, ...person }).map(([name, values]) => [
              name,
              listOf(values),
            ]),
          ),
        }),
      ),
    remove: (uid) => asRoot((client) => client.del(dnOf(uid))),
    addGroup: (cn, uids) =>
      asRoot((client) => client.add(groupDn(cn), { objectClass: "groupOfNames", cn, member: uids.map(dnOf) })),
    removeGroup: (cn) => asRoot((client) => client.del(groupDn(cn))),
  };
}

/**
 * Returns a configuration in which people can read only their own entries after a bind, without the password. The
 * account in the settings may read and change everything.
 */
const configuration = (folder: string): string => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload memberof
pidfile ${folder}/slapd.pid
TLSCertificateFile ${folder}/cert.pem
TLSCertificateKeyFile ${folder}/key.pem
security simple_bind=128
database mdb
suffix "${DIRECTORY_BASE}"
directory ${folder}/data
maxsize 10485760
rootdn "${BIND_DN}"
rootpw "${BIND_PASSWORD}"
access to attrs=userPassword by anonymous auth by * none
access to * by self read by * none
overlay memberof
`;

function ldif(people: readonly DirectoryEntry[]): string {
  const attributes = (entry: Attributes) =>
    Object.entries(entry).flatMap(([name, values]) =>
      [values].flat().map((value) => `${name}:: ${Buffer.from(value).toString("base64")}`),
    );
  const top = [
    `dn: ${DIRECTORY_BASE}\nobjectClass: dcObject\nobjectClass: organization\ndc: example\no: Elsinore`,
    `dn: ou=people,${DIRECTORY_BASE}\nobjectClass: organizationalUnit\nou: people`,
    `dn: ou=groups,${DIRECTORY_BASE}\nobjectClass: organizationalUnit\nou: groups`,
  ];
  const entries = people.map((person) =>
    [
      `dn: ${dnOf(person.uid)}`,
      "objectClass: inetOrgPerson",
      ...attributes({ sn: person.uid, cn: person.uid, ...person }),
    ].join("\n"),
  );
  return `${[...top, ...entries].join("\n\n")}\n`;
}
