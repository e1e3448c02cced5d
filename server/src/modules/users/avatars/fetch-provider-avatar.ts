import type { FileStore } from "#kernel/files/file-store.ts";
import type { JobContext, JobDeclaration } from "#kernel/jobs/job.ts";
import type { LinkPreviewSettings } from "#modules/messages/link-previews/settings.ts";
import { setAvatar } from "./actions/set-avatar.ts";
import { storeNewPictures } from "./store-avatar-files.ts";
import { fetchPicture } from "./fetch-avatar-job.ts";
import { makePictures } from "./resize-avatar.ts";

const TYPES = ["image/jpeg", "image/png", "image/gif", "image/webp"];
const PATIENCE_MS = 10_000;

/**
 * Gives people the pictures that those who vouch for them have, unless they have chosen one by now. Addresses that only insiders
 * can reach are not asked, nor are more than 1 MiB fetched, as with links in messages.
 */
export const fetchPictures = (files: FileStore, settings: LinkPreviewSettings): JobDeclaration => ({
  ...fetchPicture,
  async run(ctx, payload) {
    const { db, log, signal } = ctx;
    const { user_id: userId, url } = fetchPicture.payload.parse(payload);
    const account = await db.reader
      .selectFrom("account")
      .select(["realm_id", "avatar_name"])
      .where("id", "=", userId)
      .executeTakeFirst();
    if (!account || account.avatar_name !== null) return;
    const realmId = account.realm_id;
    try {
      const name = await storeNewPictures(
        files,
        realmId,
        await makePictures(userId, await fetched(ctx, settings, url)),
      );
      await db.write((tx) => setAvatar(tx, { realmId, userId, name }));
    } catch (error) {
      signal.throwIfAborted();
      log.info({ err: error, user: userId }, "a profile picture could not be copied from the identity provider");
    }
  },
});

/** What it takes to fetch is loaded with the first picture: servers need it late, or never. */
async function fetched({ signal }: JobContext, settings: LinkPreviewSettings, url: string): Promise<Buffer> {
  const [{ fetchDocument, MAX_BYTES }, { mannersOf }] = await Promise.all([
    import("#kernel/outgoing/fetch-document.ts"),
    import("#modules/messages/link-previews/preview-fetch-policy.ts"),
  ]);
  const until = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  const manners = mannersOf(settings, "pictures of people");
  const { body } = await fetchDocument(manners, new URL(url), { types: TYPES, signal: until });
  if (body.length === MAX_BYTES) throw new Error("the picture is too large");
  return body;
}
