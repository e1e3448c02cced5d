import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { id } from "@parlance/kernel/http/params.ts";
import { removeAttachments } from "#modules/messages/attachments/actions/remove-attachments.ts";
import { InvalidAttachment } from "../errors.ts";

export const remove = endpoint.write({
  route: "DELETE /attachments/:attachment_id",
  summary: "Delete an uploaded file",
  description:
    "Deletes one of the caller's own files. Messages that link to it stay unchanged; their links stop working.",
  access: "user",
  params: z.object({ attachment_id: id().describe("Id of the file.") }),
  response: z.object({}),
  errors: [InvalidAttachment],
  async handler({ tx, actor }, { params }) {
    const own = { id: params.attachment_id, ownerId: actor.id };
    if ((await removeAttachments(tx, actor.realmId, own)) === 0) throw new InvalidAttachment();
    return {};
  },
});
