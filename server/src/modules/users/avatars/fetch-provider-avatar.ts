import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { JobContext, JobDeclaration } from "@parlance/kernel/jobs/job.ts";
import type { LinkPreviewSettings } from "#modules/messages/link-previews/settings.ts";
import { avatarFileNames } from "#modules/users/core/avatars/avatar-files.ts";
import { setProviderAvatar } from "./actions/set-provider-avatar.ts";
import { storeNewAvatarFiles } from "./store-avatar-files.ts";
import { fetchAvatarJob } from "./fetch-avatar-job.ts";
import { resizeAvatar } from "./resize-avatar.ts";

const IMAGE_TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"];
const FETCH_TIMEOUT_MS = 10_000;

/**
 * Creates the job that fetches users' avatars from their identity providers. Does not replace an avatar that the user
 * has chosen in the meantime. As with link previews, internal addresses are not requested. Pictures of 1 MiB or more
 * are not used.
 */
export const fetchProviderAvatars = (files: FileStore, settings: LinkPreviewSettings): JobDeclaration => ({
  ...fetchAvatarJob,
  async run(ctx, payload) {
    const { db, log, signal } = ctx;
    const { user_id: userId, url } = fetchAvatarJob.payload.parse(payload);
    const account = await db.reader
      .selectFrom("account")
      .select(["realm_id", "avatar_name", "avatar_version"])
      .where("id", "=", userId)
      .executeTakeFirst();
    if (!account || account.avatar_name !== null) return;
    const { realm_id: realmId, avatar_version: replacedVersion } = account;
    try {
      const name = await storeNewAvatarFiles(
        files,
        realmId,
        await resizeAvatar(userId, await fetchImage(ctx, settings, url)),
      );
      const isSet = await db.write((tx) => setProviderAvatar(tx, { realmId, userId, name, replacedVersion }));
      if (!isSet) await files.delete(avatarFileNames({ realmId, name }));
    } catch (error) {
      signal.throwIfAborted();
      log.info({ err: error, user: userId }, "a profile picture could not be copied from the identity provider");
    }
  },
});

/** Fetches an image. The modules for fetching are loaded on demand, because many servers never need them. */
async function fetchImage({ signal }: JobContext, settings: LinkPreviewSettings, url: string): Promise<Buffer> {
  const [{ fetchDocument, MAX_DOCUMENT_BYTES }, { createPreviewFetchPolicy }] = await Promise.all([
    import("@parlance/kernel/outgoing/fetch-document.ts"),
    import("#modules/messages/link-previews/preview-fetch-policy.ts"),
  ]);
  const until = AbortSignal.any([signal, AbortSignal.timeout(FETCH_TIMEOUT_MS)]);
  const policy = createPreviewFetchPolicy(settings, "pictures of people");
  const { body } = await fetchDocument(policy, new URL(url), { types: IMAGE_TYPES, signal: until });
  if (body.length === MAX_DOCUMENT_BYTES) throw new Error("the picture is too large");
  return body;
}
