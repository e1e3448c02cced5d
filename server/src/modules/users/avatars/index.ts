import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import type { LinkPreviewSettings } from "#modules/messages/link-previews/settings.ts";
import { remove } from "./api/remove.ts";
import { upload } from "./api/upload.ts";
import { moveAvatarsToFileStore, deleteOrphanedAvatars } from "./jobs.ts";
import { fetchProviderAvatars } from "./fetch-provider-avatar.ts";
import { avatarResources } from "./resources.ts";

/** Module for the avatars of users. */
export const avatarsModule = ({
  files,
  settings,
}: {
  readonly files: FileStore;
  readonly settings: LinkPreviewSettings;
}): Module => ({
  name: "avatars",
  floor: "administration",
  tables: ["avatar_image"],
  endpoints: [upload(files), remove],
  resources: avatarResources(files),
  jobs: [deleteOrphanedAvatars(files), moveAvatarsToFileStore(files), fetchProviderAvatars(files, settings)],
});
