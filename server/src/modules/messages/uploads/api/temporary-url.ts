import { z } from "zod";
import { endpoint } from "@parlance/kernel/http/endpoint.ts";
import { text } from "@parlance/kernel/http/params.ts";
import { findAttachments } from "#modules/messages/attachments/attachment-access.ts";
import { resolveViewer } from "#modules/messages/core/message-viewer.ts";
import { NoSuchFile, NotAuthorizedToView } from "../errors.ts";
import { TEMPORARY_URL_PREFIX, createTemporaryToken } from "../temporary-urls.ts";
import { identifies, organizationId } from "#modules/platform/parameters/identifying-parameters.ts";

export const temporaryUrl = (secret: Uint8Array) =>
  endpoint.read({
    route: "GET /user_uploads/:realm_id_str/*filename",
    summary: "Get a temporary URL of a file",
    description:
      "The URL works for 60 seconds without authentication. Clients without an account can get URLs of files in " +
      "web-public channels.",
    access: "optional",
    params: z.object({
      realm_id_str: organizationId().describe("Id of the organization, as in the file's URL."),
      filename: identifies(text(), "file").describe("The rest of the file's URL."),
    }),
    secrets: "all",
    response: z.object({ url: z.string().describe("Path relative to the organization's address.") }),
    errors: [NoSuchFile, NotAuthorizedToView],
    async handler({ db, actor, realm, now }, { params: { realm_id_str, filename } }) {
      const reader = await resolveViewer(db, realm, actor, true);
      const [file] = await findAttachments(db, realm.id, reader, [`${realm_id_str}/${filename}`]);
      if (!file) throw new NoSuchFile();
      if (!file.may_see) throw new NotAuthorizedToView();
      const token = createTemporaryToken(secret, { realmId: realm.id, id: file.id }, now);
      return { url: `${TEMPORARY_URL_PREFIX}/${token}/${file.path_id.split("/").at(-1) ?? ""}` };
    },
  });
