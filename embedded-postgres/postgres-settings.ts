/**
 * Initial settings of a new cluster. They are in its configuration file, so operators can change them with ALTER
 * SYSTEM.
 */
export function initialSettings(): Record<string, string> {
  return {
    shared_buffers: "64MB",
    max_connections: "60",
    wal_compression: "on",
    max_wal_size: "512MB",
    jit: "off",
    // Each database costs a process per interval, even if there is nothing to vacuum, and a cluster has three.
    autovacuum_naptime: "3min",
    timezone: "UTC",
    log_timezone: "UTC",
    // This database has no logical replication subscriptions, so this saves a process.
    max_logical_replication_workers: "0",
    // POSIX shared memory is scarce in containers, and some systems remove a user's shared memory when the user logs
    // out.
    ...(process.platform === "linux" && { dynamic_shared_memory_type: "sysv" }),
  };
}

/**
 * Settings used only while a cluster is created. With these, dynamic shared memory consists of files in the cluster's
 * folder, which are deleted with the folder. System V shared memory would remain if a process were killed after
 * creating it and before recording it in the cluster.
 */
export const initdbSettings = (): Record<string, string> => ({ dynamic_shared_memory_type: "mmap" });

/**
 * Settings that the server depends on. They are set on the command line, because nothing overrides the command line.
 */
export function fixedSettings(socketDirectory: string, durable: boolean): Record<string, string> {
  const whenDurable = durable ? "on" : "off";
  return {
    listen_addresses: "",
    port: "5432",
    // The cluster's authentication method `trust` is acceptable only because no other user can reach the socket.
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
    // Statements contain the users' messages, which must not appear in a log.
    log_min_error_statement: "panic",
    lc_messages: "C",
  };
}

/** Formats the settings as arguments for `postgres` and `initdb`. */
export function toArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

const ROUTINE_MESSAGE = new RegExp(
  "^LOG:  (starting PostgreSQL|listening on|database system was shut down at|database system is ready to accept|" +
    "received .* shutdown request|aborting any active transactions|shutting down|database system is shut down|" +
    "background worker .* exited with exit code 1)",
);

/**
 * Returns whether a line of PostgreSQL's log can be ignored during a shutdown, because it reports no error, or only a
 * connection that the shutdown ends.
 */
export const isShutdownMessage = (line: string): boolean =>
  !/^(ERROR|PANIC|FATAL): /.test(line) || CONNECTION_CUT_MESSAGE.test(line);

const CONNECTION_CUT_MESSAGE =
  /^FATAL: {2}(terminating|connection to client lost|the database system is shutting down|.*due to administrator command)/;

/** Returns whether a line of PostgreSQL's log only reports a normal start or stop. */
export function isRoutineMessage(line: string): boolean {
  return line.trim() === "" || ROUTINE_MESSAGE.test(line);
}
