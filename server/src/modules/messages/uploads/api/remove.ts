import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { removeAttachments } from "#modules/messages/attachments/actions/remove-attachments.ts";
import { InvalidAttachment } from "../errors.ts";
import { attachmentId } from "#modules/platform/parameters/identifying-parameters.ts";

export const remove = endpoint.write({
  route: "DELETE /attachments/:attachment_id",
  summary: "Delete an uploaded file",
  description:
    "Deletes one of the caller's own files. Messages that link to it stay unchanged; their links stop working.",
  access: "user",
  params: z.object({ attachment_id: attachmentId().describe("Id of the file.") }),
  response: z.object({}),
  errors: [InvalidAttachment],
  async handler({ tx, actor }, { params }) {
    const own = { id: params.attachment_id, ownerId: actor.id };
    if ((await removeAttachments(tx, actor.realmId, own)) === 0) throw new InvalidAttachment();
    return {};
  },
});
