import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import type { Site } from "#modules/organizations/core/hosts.ts";
import { list } from "./api/list.ts";
import { remove } from "./api/remove.ts";
import { temporaryUrl } from "./api/temporary-url.ts";
import { upload } from "./api/upload.ts";
import {
  deleteAbandonedUploads,
  makeMissingThumbnailsJob,
  createMakeThumbnailsJob,
  createShowThumbnailsJob,
  deleteOrphanedChunks,
} from "./jobs.ts";
import { uploadResources } from "./upload-resources.ts";
import { resumableUploads } from "./resumable/resumable-protocol.ts";
import type { UploadSettings } from "./settings.ts";

interface UploadsOptions {
  readonly files: FileStore;
  readonly secret: Uint8Array;
  readonly settings: UploadSettings & Site;
}

/** Upload and download of files. */
export const uploadsModule = ({ files, secret, settings }: UploadsOptions): Module => ({
  name: "uploads",
  floor: "message-actions",
  tables: ["resumable_upload", "resumable_upload_piece"],
  endpoints: [upload(files, settings), temporaryUrl(secret), list, remove],
  resources: uploadResources(files, secret),
  protocols: resumableUploads({ files, settings }),
  jobs: [
    createMakeThumbnailsJob(files, settings),
    makeMissingThumbnailsJob,
    createShowThumbnailsJob(settings),
    deleteAbandonedUploads,
    deleteOrphanedChunks(files),
  ],
});
