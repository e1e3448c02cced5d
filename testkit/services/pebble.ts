import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { newCertificate } from "@parlance/server/modules/messages/link-previews/fixtures/certificate.ts";
import { afterFile } from "../cleanup.ts";
import { reserveFreePorts } from "../servers/free-ports.ts";

const PROGRAM = "/usr/bin/pebble";
const NAME_SERVER = "/usr/bin/pebble-challtestsrv";

/**
 * Value for the `skip` option of tests that order certificates: the reason if no certificate authority is installed,
 * otherwise `false`.
 */
export const withoutPebble: string | false =
  !(existsSync(PROGRAM) && existsSync(NAME_SERVER)) && "there is no pebble on this machine; install it";

/**
 * Certificate shared by all certificate authorities of this process, because only one of several certificates with the
 * same name can be trusted.
 */
const serverCertificate = newCertificate("localhost");

/** Ports, instead of 80 and 443, at which the certificate authority connects to the test's server. */
interface Ports {
  readonly http: number;
  readonly tls: number;
}

export interface CertificateAuthority {
  /** URL at which certificates are ordered. */
  readonly directoryUrl: string;
  /** Certificate of the server at that URL, in PEM format. */
  readonly serverCertificate: string;
  /** Root certificate of the issued certificates, in PEM format. */
  readonly root: string;
}

/**
 * Starts an ACME certificate authority that resolves all host names to 127.0.0.1. Stopped and deleted when the file's
 * tests are done.
 */
export async function startPebble({ http, tls }: Ports): Promise<CertificateAuthority> {
  const folder = await mkdtemp(join(tmpdir(), "parlance-pebble-"));
  afterFile(() => rm(folder, { recursive: true, force: true }));
  const [listening = 0, management = 0, names = 0, nameManagement = 0] = await reserveFreePorts(4);
  const pebble = {
    listenAddress: `127.0.0.1:${listening}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: join(folder, "cert.pem"),
    privateKey: join(folder, "key.pem"),
    httpPort: http,
    tlsPort: tls,
  };
  await Promise.all([
    writeFile(pebble.privateKey, serverCertificate.key),
    writeFile(pebble.certificate, serverCertificate.cert),
    writeFile(join(folder, "config.json"), JSON.stringify({ pebble })),
  ]);
  const nothingElse = ["-http01", "", "-https01", "", "-tlsalpn01", "", "-defaultIPv6", ""];
  const ownPorts = ["-dns01", `127.0.0.1:${names}`, "-management", `127.0.0.1:${nameManagement}`];
  await startProgram(NAME_SERVER, [...nothingElse, ...ownPorts], "Starting management server");
  const flags = ["-config", join(folder, "config.json"), "-dnsserver", `127.0.0.1:${names}`];
  await startProgram(PROGRAM, flags, "ACME directory available");
  const root = await fetchRoot(management, serverCertificate.cert);
  return { directoryUrl: `https://localhost:${listening}/dir`, serverCertificate: serverCertificate.cert, root };
}

/** Starts a program. Resolves when the program has printed that it is ready. */
async function startProgram(program: string, flags: readonly string[], ready: string): Promise<void> {
  // By default, Pebble pauses for a random time of some seconds at each step.
  const env = { ...process.env, PEBBLE_VA_NOSLEEP: "1" };
  const child = spawn(program, flags, { env, stdio: ["ignore", "pipe", "pipe"] });
  afterFile(async () => {
    if (child.exitCode === null && child.kill()) await once(child, "exit");
  });
  await new Promise<void>((resolve, reject) => {
    const lines: string[] = [];
    for (const output of [child.stdout, child.stderr]) {
      createInterface(output).on("line", (line) => {
        if (line.includes(ready)) resolve();
        else lines.push(line);
      });
    }
    child.once("exit", () => reject(new Error(lines.join("\n"))));
  });
}

async function fetchRoot(port: number, ca: string): Promise<string> {
  for (;;) {
    const outgoing = request({ host: "localhost", port, path: "/roots/0", ca, agent: false }).end();
    // Pebble starts to listen only after it has printed that it is ready.
    const response = await once(outgoing, "response").catch(() => undefined);
    if (response) return text(response[0]);
  }
}
