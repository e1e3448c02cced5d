// The floors that the kernel's folders stand on. The check named floors reads this file, and docs/floors.md shows it.

/** The folder that has the kernel's folders. */
export const KERNEL_FOLDER = "kernel";

/** Folders of the kernel that import only from folders of lower floors, and not from each other. */
export interface KernelFloor {
  readonly name: string;
  /** The folders, each with its contents. */
  readonly folders: Readonly<Record<string, string>>;
}

/** From the lowest up. */
export const kernelFloors: readonly KernelFloor[] = [
  {
    name: "base",
    folders: { base: "clock, log, metrics, errors and their descriptions, limits on concurrent work, time slicing" },
  },
  {
    name: "settings, strangers",
    folders: {
      config: "reads settings from the settings file and environment variables; modules and folders declare theirs",
      outgoing: "requests to other servers, and the guard against requests to internal addresses",
      "untrusted-parsing": "processes that parse what strangers have sent",
    },
  },
  {
    name: "files, traces",
    folders: {
      tracing: "traces of requests, jobs and statements",
      files: "file stores (a folder or a bucket), new files, the data directory",
      images: "images: dimensions, thumbnails, drawing",
    },
  },
  {
    name: "database",
    folders: { db: "connections, transactions, locks, migrations, outages" },
  },
  {
    name: "log and jobs",
    folders: {
      events: "the event log, its announcement to other processes, closing of event queues",
      jobs: "jobs that a transaction enqueues, and the queue that runs them",
    },
  },
  {
    name: "state",
    folders: {
      backup: "backups of a database with its jobs and files",
      "organization-snapshot": "organizations in memory, kept current by the event log",
      "unit-of-work": "the database of a running server: a write is a transaction with its events and jobs",
    },
  },
  {
    name: "rate limits",
    folders: { "rate-limits": "rate limits, in memory and shared between processes" },
  },
  {
    name: "http",
    folders: { http: "endpoints, from the request to the response; the API's description" },
  },
];
