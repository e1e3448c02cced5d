import { z } from "zod";
import { Attachment } from "@parlance/contract/nouns/attachments.ts";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { loadAttachments, loadUsedUploadSpace } from "#modules/messages/attachments/queries.ts";

export const list = endpoint.read({
  route: "GET /attachments",
  summary: "List your uploaded files",
  description: "Returns the caller's files, with the messages that link to them.",
  access: "user",
  isLargeWork: true,
  response: z.object({
    attachments: z.array(Attachment),
    upload_space_used: z.int().describe("Space used by all files of the organization, in bytes."),
  }),
  errors: [],
  async handler({ db, actor, realm }) {
    const own = await loadAttachments(db, { ownerId: actor.id });
    return {
      attachments: own.map(({ attachment }) => attachment),
      upload_space_used: await loadUsedUploadSpace(db, realm.id),
    };
  },
});
