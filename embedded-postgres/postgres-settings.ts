/**
 * Settings a new cluster begins with. They are in its configuration file, so operators may change them with ALTER SYSTEM.
 */
export function initialSettings(): Record<string, string> {
  return {
    shared_buffers: "64MB",
    max_connections: "60",
    wal_compression: "on",
    max_wal_size: "512MB",
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    // Nothing subscribes to this database: one process less.
    max_logical_replication_workers: "0",
    // POSIX shared memory is swept away when a user logs out of some systems, and is scarce in containers.
    ...(process.platform === "linux" && { dynamic_shared_memory_type: "sysv" }),
  };
}

/**
 * Settings while a cluster is created, which a start replaces. Dynamic shared memory is in files of the folder, which go with
 * it: System V's would outlive a process that is killed after it created some and before it noted that in the cluster.
 */
export const initdbSettings = (): Record<string, string> => ({ dynamic_shared_memory_type: "mmap" });

/** Settings the server stands or falls with, given on the command line, where nothing overrides them. */
export function fixedSettings(socketDirectory: string, durable: boolean): Record<string, string> {
  const whenDurable = durable ? "on" : "off";
  return {
    listen_addresses: "",
    port: "5432",
    // The `trust` of this cluster's authentication is acceptable only because nobody else can get to the socket.
    unix_socket_directories: `"${socketDirectory.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    fsync: whenDurable,
    full_page_writes: whenDurable,
    autovacuum: "on",
    logging_collector: "off",
    log_destination: "stderr",
    log_line_prefix: "",
    log_checkpoints: "off",
    log_min_messages: "error",
    // What people write to each other does not belong into a log.
    log_min_error_statement: "panic",
    lc_messages: "C",
  };
}

/** The settings as arguments for `postgres` and `initdb`. */
export function toArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

const ROUTINE_MESSAGE = new RegExp(
  "^LOG:  (starting PostgreSQL|listening on|database system was shut down at|database system is ready to accept|" +
    "received .* shutdown request|aborting any active transactions|shutting down|database system is shut down|" +
    "background worker .* exited with exit code 1)",
);

/** Whether a line of PostgreSQL's log is no news while it is being stopped: connections that end are what a stop is for. */
export const isShutdownMessage = (line: string): boolean =>
  !/^(ERROR|PANIC|FATAL): /.test(line) || CONNECTION_CUT_MESSAGE.test(line);

const CONNECTION_CUT_MESSAGE =
  /^FATAL: {2}(terminating|connection to client lost|the database system is shutting down|.*due to administrator command)/;

/** Whether a line of PostgreSQL's log says only what every start and stop says. */
export function isRoutineMessage(line: string): boolean {
  return line.trim() === "" || ROUTINE_MESSAGE.test(line);
}
