import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, chown, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import pg from "pg";
import { chooseOsUser } from "@parlance/embedded-postgres/os-user.ts";
import { afterFile } from "../cleanup.ts";
import { reserveFreePorts } from "../servers/free-ports.ts";

const PROGRAM = "/usr/sbin/pgbouncer";

/** Value for the `skip` option of tests that need PgBouncer: the reason if it is not installed, otherwise `false`. */
export const withoutPgBouncer: string | false =
  !existsSync(PROGRAM) && "there is no pgbouncer on this machine; install it";

/** The address of a PostgreSQL server, without a database. */
interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string;
}

interface PgBouncerOptions {
  /** Lines of pgbouncer.ini, in its section `pgbouncer`, that replace those of the test kit. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Function that registers the cleanup. Default: cleanup at the end of the file. */
  readonly registerCleanup?: typeof afterFile;
}

/** A real PgBouncer in front of a PostgreSQL server, in transaction mode. */
export interface PgBouncer {
  readonly address: PostgresAddress;
  /** Connection settings of a database behind it. */
  connection(database: string): PostgresAddress & { readonly database: string };
  /** Connection settings as a URL, for DATABASE_URL. */
  url(database: string): string;
  /** Ends all connections to PostgreSQL once their transactions have ended; the next transactions get new ones. */
  reconnect(): Promise<void>;
}

/**
 * Starts PgBouncer on a free port, with access to all databases of a PostgreSQL server, which it reaches until that
 * server is restarted.
 */
export async function startPgBouncer(
  { host, port, user }: PostgresAddress,
  { settings = {}, registerCleanup = afterFile }: PgBouncerOptions = {},
): Promise<PgBouncer> {
  const folder = await mkdtemp(join(tmpdir(), "parlance-pgbouncer-"));
  registerCleanup(() => rm(folder, { recursive: true, force: true }));
  const [listenPort = 0] = await reserveFreePorts(1);
  const file = join(folder, "pgbouncer.ini");
  // The folder of the socket. The link to it is in a data directory that only its owner can access.
  const database = `* = host=${await realpath(host)} port=${port} user=${user}`;
  const section = Object.entries({ ...defaultSettings(listenPort, user), ...settings });
  const lines = ["[databases]", database, "[pgbouncer]", ...section.map(([name, value]) => `${name} = ${value}`)];
  await writeFile(file, `${lines.join("\n")}\n`);
  // PgBouncer refuses to run as root.
  const osUser = await chooseOsUser(folder);
  if (osUser) await chown(folder, osUser.uid, osUser.gid);
  await chmod(folder, 0o755);
  const child = spawn(PROGRAM, [file], {
    stdio: ["ignore", "ignore", "pipe"],
    ...(osUser && { uid: osUser.uid, gid: osUser.gid }),
  });
  const log: string[] = [];
  const reportEnd = () => console.error(`pgbouncer ended without a request to stop:\n${log.slice(-10).join("\n")}`);
  child.once("exit", reportEnd);
  registerCleanup(async () => {
    child.off("exit", reportEnd);
    if (child.exitCode === null && child.kill()) await once(child, "exit");
  });
  for await (const line of createInterface({ input: child.stderr })) {
    log.push(line);
    if (line.includes("process up")) break;
  }
  child.stderr.resume();
  const address = { host: "127.0.0.1", port: listenPort, user };
  const connection = (name: string) => ({ ...address, database: name });
  return {
    address,
    connection,
    url: (name) => `postgres://${user}@127.0.0.1:${listenPort}/${name}`,
    reconnect: () => runAdminCommand(connection("pgbouncer"), "reconnect"),
  };
}

const defaultSettings = (port: number, user: string) => ({
  listen_addr: "127.0.0.1",
  listen_port: port,
  unix_socket_dir: "",
  auth_type: "any",
  admin_users: user,
  pool_mode: "transaction",
  max_client_conn: 500,
});

async function runAdminCommand(connection: pg.ClientConfig, command: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(command);
  } finally {
    await client.end();
  }
}
