import type { Module } from "#kernel/http/module.ts";
import { type MailSettings, senderAddress } from "#modules/2-records/mail/settings.ts";
import type { RealmSite } from "#modules/1-ground/realms/queries.ts";
import { deleteOne } from "./api/delete.ts";
import { consents } from "./api/list-consents.ts";
import { list } from "./api/list.ts";
import { request } from "./api/request.ts";
import { makeExports } from "./jobs.ts";
import { exportedFile } from "./resources.ts";

/** The organization's data as one file. */
export const realmExportsModule = (settings: RealmSite & Pick<MailSettings, "mailFrom">): Module => ({
  name: "realm-exports",
  section: "realms",
  endpoints: [list, request(senderAddress(settings)), consents, deleteOne],
  resources: [exportedFile],
  jobs: [makeExports(settings)],
});
