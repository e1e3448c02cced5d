import { spawn } from "node:child_process";
import type { OsUser } from "./os-user.ts";
import { EmbeddedPostgresError } from "./errors.ts";
import { systemErrorCode } from "@parlance/kernel/base/file-errors.ts";

/** Exit status and output of a program. */
export interface CommandResult {
  /** Exit code; 0 means success. Null if a signal ended the program. */
  readonly code: number | null;
  /** Standard output and standard error, interleaved as they were received. */
  readonly output: string;
}

interface CommandOptions {
  readonly cwd: string;
  /** The user as which the program runs. If undefined, the current user. */
  readonly osUser: OsUser | undefined;
  /** Text for the standard input. */
  readonly input?: string;
}

/**
 * Runs a program and waits until it ends. Throws the system's error, such as ENOENT or EACCES, if the program cannot be
 * started, and `EmbeddedPostgresError` if this process may not run programs as `osUser`.
 */
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
    child.stdin.on("error", () => {}); // the program ended without reading all input; its exit code shows why
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output: Buffer.concat(chunks).toString().trim() }));
    child.stdin.end(options.input ?? "");
  });
}

/** Returns an explanation if root lacks the right to switch to another user, for example in a container. */
function toUserSwitchError(osUser: OsUser | undefined, cause: unknown): Error | undefined {
  if (osUser === undefined || systemErrorCode(cause) !== "EPERM") return undefined;
  return new EmbeddedPostgresError(
    `PostgreSQL cannot run as root, and this process is not allowed to run programs as ${osUser.name}. ` +
      "Start the server as an ordinary user, or set DATABASE_URL.",
    { cause },
  );
}

/**
 * Options of spawn() for all of PostgreSQL's programs. The working directory is entered before the user is switched, so
 * it may be in a folder that the system user cannot traverse. The server's PG* environment variables are not passed on.
 */
export function spawnOptions({ cwd, osUser }: CommandOptions) {
  const env: Record<string, string> = { PATH: process.env.PATH ?? "/usr/bin:/bin", LC_ALL: "C" };
  for (const name of ["LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"]) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return { cwd, env, ...(osUser && { uid: osUser.uid, gid: osUser.gid }) };
}
