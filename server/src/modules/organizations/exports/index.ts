import type { Module } from "@parlance/kernel/http/module.ts";
import { type EmailSettings, senderAddress } from "#modules/platform/email/email-settings.ts";
import type { RealmSite } from "#modules/organizations/core/queries.ts";
import { deleteOne } from "./api/delete.ts";
import { consents } from "./api/list-consents.ts";
import { list } from "./api/list.ts";
import { request } from "./api/request.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { exportOrganizations, deleteOrphanedExports } from "./jobs.ts";
import { exportedFile } from "./resources.ts";

export interface RealmExportsOptions {
  readonly files: FileStore;
  readonly settings: RealmSite & Pick<EmailSettings, "mailFrom">;
}

/** Creates the module for exports of an organization's data as one file. */
export const realmExportsModule = ({ files, settings }: RealmExportsOptions): Module => ({
  name: "realm-exports",
  section: "realms",
  floor: "administration",
  tables: ["realm_export"],
  endpoints: [list, request(senderAddress(settings)), consents, deleteOne],
  resources: [exportedFile(files)],
  jobs: [exportOrganizations(settings, files), deleteOrphanedExports(files)],
});
