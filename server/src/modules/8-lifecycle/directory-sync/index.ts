import { z } from "zod";
import type { LdapSettings } from "#kernel/config/ldap-settings.ts";
import type { Module } from "#kernel/http/module.ts";
import type { JobDeclaration } from "#kernel/jobs/job.ts";
import { synchronize } from "./synchronize.ts";

const schedules = { "quarter-hourly": "*/15 * * * *", hourly: "17 * * * *", daily: "17 2 * * *" } as const;

/** Makes accounts follow the directory from time to time, in one process of all. */
const followDirectory = (ldap: LdapSettings, schedule: string): JobDeclaration => ({
  name: "synchronize-directory",
  payload: z.object({}),
  schedule,
  // The next time comes soon enough.
  retries: 0,
  async run({ db, clock, log, signal }) {
    const summary = await synchronize({ db, ldap, clock, log, signal, isTrial: false });
    log.info(summary, "the directory is read, and accounts follow it");
  },
});

/** Accounts of people in an LDAP directory. */
export const directorySyncModule = (ldap: LdapSettings | undefined): Module => ({
  name: "directory-sync",
  endpoints: [],
  jobs: ldap === undefined || ldap.sync === "never" ? [] : [followDirectory(ldap, schedules[ldap.sync])],
});
