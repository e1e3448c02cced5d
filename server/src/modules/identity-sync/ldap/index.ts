import { z } from "zod";
import type { DirectorySettings } from "#modules/sign-in/ldap/ldap-access-rules.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import type { JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import type { SyncContext } from "./sync-context.ts";
import { syncDirectory } from "./sync-directory.ts";

const schedules = { "quarter-hourly": "*/15 * * * *", hourly: "17 * * * *", daily: "17 2 * * *" } as const;

export interface DirectorySyncOptions extends Pick<SyncContext, "files" | "site"> {
  readonly ldap: DirectorySettings | undefined;
}

/** Job that synchronizes accounts with the directory. Only one process runs it at a time. */
const syncDirectoryJob = (
  parts: DirectorySyncOptions & { readonly ldap: DirectorySettings },
  schedule: string,
): JobDeclaration => ({
  name: "synchronize-directory",
  payload: z.object({}),
  schedule,
  // A failed run is not retried, because the next scheduled run is soon enough.
  retries: 0,
  async run({ db, clock, log, signal }) {
    const summary = await syncDirectory({ ...parts, db, clock, log, signal, isTrial: false });
    log.info({ ...summary, problems: summary.problems.length }, "synchronized accounts with the LDAP directory");
  },
});

/** Module for accounts of users in an LDAP directory. */
export const directorySyncModule = ({ ldap, ...parts }: DirectorySyncOptions): Module => ({
  name: "directory-sync",
  floor: "administration",
  endpoints: [],
  jobs: ldap === undefined || ldap.sync === "never" ? [] : [syncDirectoryJob({ ...parts, ldap }, schedules[ldap.sync])],
});
