import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { text } from "node:stream/consumers";
import { NO_SYSTEM_SETTINGS } from "@parlance/testkit/servers/no-system-settings.ts";

interface ShellOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface ShellResult {
  /** Exit code. Null if the shell was killed, for example because of the timeout. */
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/**
 * Matches environment variables that exist only in a test run, not in the shell of a user who reads the documents. The
 * certificates of this machine are needed for downloads.
 */
const OWN_VARIABLES = /^(PARLANCE_|NODE_(?!EXTRA_CA_CERTS$)|npm_)/;

/**
 * Runs commands in bash until one of them fails, as if a user had typed them. Kills processes that the commands leave
 * running.
 */
export async function runInShell(commands: string, { cwd, env, timeoutMs }: ShellOptions): Promise<ShellResult> {
  const theirs = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OWN_VARIABLES.test(name)));
  const shell = spawn("bash", ["-euo", "pipefail", "-c", commands], {
    cwd,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...theirs, ...NO_SYSTEM_SETTINGS, ...env, PATH: `${dirname(process.execPath)}:${process.env["PATH"]}` },
  });
  const end = () => shell.pid !== undefined && endGroup(shell.pid);
  const timeout = setTimeout(end, timeoutMs);
  const ended = new Promise<number | null>((resolve, reject) => {
    shell.once("error", reject);
    shell.once("exit", (code) => resolve(code));
  });
  try {
    const [code, output, errors] = await Promise.all([ended.finally(end), text(shell.stdout), text(shell.stderr)]);
    return { code, output, errors };
  } finally {
    clearTimeout(timeout);
  }
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
