import { spawn } from "node:child_process";
import type { OsUser } from "./os-user.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import { systemErrorCode } from "@parlance/kernel/base/file-errors.ts";

/** How a program ended and what it said. */
export interface CommandResult {
  /** 0 is success; null when a signal ended it. */
  readonly code: number | null;
  /** Standard output and standard error as they came. */
  readonly output: string;
}

interface CommandOptions {
  readonly cwd: string;
  /** The user to run it as; undefined: the current one. */
  readonly osUser: OsUser | undefined;
  /** Text for its standard input. */
  readonly input?: string;
}

/** Runs a program to its end. Throws the system's error, such as ENOENT or EACCES, when it cannot even be started. */
export async function runCommand(
  file: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<CommandResult> {
  try {
    return await spawnAndWait(file, args, options);
  } catch (error) {
    throw toUserSwitchError(options.osUser, error) ?? error;
  }
}

function spawnAndWait(file: string, args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...spawnOptions(options), stdio: ["pipe", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stdin.on("error", () => {}); // it ended without reading all: its exit code tells
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output: Buffer.concat(chunks).toString().trim() }));
    child.stdin.end(options.input ?? "");
  });
}

/** Root in a container, say, may lack the right to become somebody else. */
function toUserSwitchError(osUser: OsUser | undefined, cause: unknown): Error | undefined {
  if (osUser === undefined || systemErrorCode(cause) !== "EPERM") return undefined;
  return new EmbeddedPostgresError(
    `PostgreSQL cannot run as root, and this process is not allowed to run programs as ${osUser.name}. ` +
      "Start the server as an ordinary user, or set DATABASE_URL.",
    { cause },
  );
}

/**
 * Options of spawn() that all of PostgreSQL's programs get. The working directory is entered before the identity changes,
 * so it may lie where the system user could not go. PG* variables of the server's environment are kept out.
 */
export function spawnOptions({ cwd, osUser }: CommandOptions) {
  const env: Record<string, string> = { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C" };
  for (const name of ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"]) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return { cwd, env, ...(osUser && { uid: osUser.uid, gid: osUser.gid }) };
}
