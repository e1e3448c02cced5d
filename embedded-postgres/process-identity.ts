import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";

/** Identifies a process, even if another process later gets the same pid. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Start time of the process, in arbitrary units. Only compared for equality. */
  readonly startedAt: string;
  /** Id of the machine's current boot. Empty if the system does not provide it. */
  readonly boot: string;
  /** The pid namespace, because each container numbers its own processes. Empty if the system has no pid namespaces. */
  readonly pidNamespace: string;
}

/**
 * Returns whether the process is still alive, or undefined if its pid has no meaning here, because it belongs to
 * another container.
 */
export async function isAlive(identity: ProcessIdentity): Promise<boolean | undefined> {
  const here = await ownIdentity();
  if (identity.boot !== here.boot) return false;
  if (identity.pidNamespace !== here.pidNamespace) return undefined;
  return identity.startedAt !== "" && (await findStartTime(identity.pid)) === identity.startedAt;
}

let ownIdentityPromise: Promise<ProcessIdentity> | undefined;

/** Returns the identity of this process. */
export function ownIdentity(): Promise<ProcessIdentity> {
  ownIdentityPromise ??= readOwnIdentity();
  return ownIdentityPromise;
}

async function readOwnIdentity(): Promise<ProcessIdentity> {
  const [startedAt, boot, pidNamespace] = await Promise.all([
    findStartTime(process.pid),
    readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => ""),
    readlink("/proc/self/ns/pid").catch(() => ""),
  ]);
  return { pid: process.pid, startedAt: startedAt ?? "", boot: boot.trim(), pidNamespace };
}

/** Returns the start time of the process `pid`, or undefined if no such process exists, or only a zombie. */
export async function findStartTime(pid: number): Promise<string | undefined> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return process.platform === "linux" ? findStartTimeFromProc(pid) : findStartTimeFromPs(pid);
}

async function findStartTimeFromProc(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (stat === undefined) return undefined;
  // The command's name is in parentheses, and may itself contain spaces and parentheses. So the fields are counted from
  // the last closing parenthesis.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return state === "Z" || state === "X" ? undefined : fields[18];
}

/** Returns the start time of a process on systems without /proc, or undefined if no such process exists. */
export async function findStartTimeFromPs(pid: number): Promise<string | undefined> {
  const line = await new Promise<string>((resolve) => {
    const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
    execFile("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { env }, (_error, stdout) => resolve(stdout.trim()));
  });
  const [, state, started] = /^(\S+)\s+(.+)$/.exec(line) ?? [];
  return state === undefined || state.startsWith("Z") ? undefined : started;
}
