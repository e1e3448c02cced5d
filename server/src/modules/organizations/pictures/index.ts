import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import { removeIcon } from "./api/remove-icon.ts";
import { removeLogo } from "./api/remove-logo.ts";
import { uploadIcon } from "./api/upload-icon.ts";
import { uploadLogo } from "./api/upload-logo.ts";
import { deleteOrphanedPictures } from "./jobs.ts";
import { uploadedPictures } from "./pictures-snapshot.ts";
import { pictureResources } from "./resources.ts";

/** Module of organizations' icons and logos. */
export const realmPicturesModule = ({ files }: { readonly files: FileStore }): Module => ({
  name: "realm-pictures",
  section: "realms",
  floor: "profiles",
  tables: ["realm_picture"],
  endpoints: [uploadIcon(files), removeIcon, uploadLogo(files), removeLogo],
  snapshotSections: [uploadedPictures],
  resources: pictureResources(files),
  jobs: [deleteOrphanedPictures(files)],
});
