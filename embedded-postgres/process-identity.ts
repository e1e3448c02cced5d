import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";

/** Says which process is meant even after its pid has been given to another one. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When the process started, in units of its own that are only ever compared. */
  readonly startedAt: string;
  /** Which run of the machine; empty where the system does not tell. */
  readonly boot: string;
  /** Whose numbering the pid belongs to: containers number their processes apart. Empty where there is only one. */
  readonly pidNamespace: string;
}

/** Whether that process still lives; undefined where its number means nothing here, as that of another container. */
export async function isAlive(identity: ProcessIdentity): Promise<boolean | undefined> {
  const here = await ownIdentity();
  if (identity.boot !== here.boot) return false;
  if (identity.pidNamespace !== here.pidNamespace) return undefined;
  return identity.startedAt !== "" && (await findStartTime(identity.pid)) === identity.startedAt;
}

let ownIdentityPromise: Promise<ProcessIdentity> | undefined;

/** The identity of this process. */
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

/** When the process `pid` started; undefined when there is none, or only a zombie that waits to be reaped. */
export async function findStartTime(pid: number): Promise<string | undefined> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return process.platform === "linux" ? findStartTimeFromProc(pid) : findStartTimeFromPs(pid);
}

async function findStartTimeFromProc(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => undefined);
  if (stat === undefined) return undefined;
  // The command's name stands in parentheses and may hold spaces and parentheses itself: count from the last one.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return state === "Z" || state === "X" ? undefined : fields[18];
}

/** As `findStartTime`, for systems without /proc. */
export async function findStartTimeFromPs(pid: number): Promise<string | undefined> {
  const line = await new Promise<string>((resolve) => {
    const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
    execFile("ps", ["-o", "stat=,lstart=", "-p", String(pid)], { env }, (_error, stdout) => resolve(stdout.trim()));
  });
  const [, state, started] = /^(\S+)\s+(.+)$/.exec(line) ?? [];
  return state === undefined || state.startsWith("Z") ? undefined : started;
}
