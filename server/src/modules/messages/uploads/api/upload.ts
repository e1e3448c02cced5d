import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { DIMENSION_BYTES } from "@parlance/kernel/images/image-dimensions.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { addAttachment } from "#modules/messages/attachments/actions/add-attachment.ts";
import { storageKey } from "#modules/messages/attachments/attachment-paths.ts";
import { deleteStoredFilesJob } from "@parlance/kernel/jobs/delete-files-job.ts";
import { loadUsedUploadSpace } from "#modules/messages/attachments/queries.ts";
import { NoFile, QuotaExceeded, SeveralFiles } from "../errors.ts";
import { storeUploadedFile } from "../store-uploaded-file.ts";
import { maxUploadBytes, quotaBytes, type UploadSettings } from "../settings.ts";
import { uploadsLimit } from "#modules/users/core/rate-limits.ts";

export const upload = (files: FileStore, settings: UploadSettings) =>
  endpoint.write({
    route: "POST /user_uploads",
    summary: "Upload a file",
    description:
      "Only the caller can access the file until a message links to its `url`. Then every user who can read the " +
      "message can access it. A file that no message has linked to for five weeks is deleted.",
    access: "user",
    allowsIncomingWebhooks: true,
    limit: uploadsLimit,
    file: {
      isStreamed: true,
      description: "File of any type.",
      maxBytes: maxUploadBytes(settings),
      maxBufferedBytes: files.bytesPerPut + DIMENSION_BYTES,
      Missing: NoFile,
      Several: SeveralFiles,
    },
    response: z.object({
      url: z.string().describe("URL of the file: a path relative to the organization's address."),
      uri: z.string().meta({ deprecated: true }).describe("Same as `url`."),
      filename: z.string().describe("Name of the file."),
    }),
    errors: [QuotaExceeded],

    async receiveStream({ db, realm }, { file }) {
      // Checked early: if the organization's quota is already used up, the client need not send the file. The quota is
      // enforced when the file has been stored.
      if ((await loadUsedUploadSpace(db, realm.id)) >= quotaBytes(settings)) throw new QuotaExceeded();
      return storeUploadedFile(files, realm.id, file);
    },

    async handler({ tx, actor, realm, now }, _input, stored) {
      const added = { realmId: realm.id, ownerId: actor.id, quota: quotaBytes(settings), now, ...stored };
      if (!(await addAttachment(tx, added))) {
        enqueueJob(tx, deleteStoredFilesJob, { names: [storageKey(stored.pathId)] });
        return new QuotaExceeded();
      }
      const url = `/user_uploads/${stored.pathId}`;
      return { url, uri: url, filename: stored.name };
    },
  });
