import { createHash } from "node:crypto";
import { storePictureHash } from "#modules/sign-in/ldap/actions/change-directory-link.ts";
import { setAvatar } from "#modules/users/avatars/actions/set-avatar.ts";
import { storeNewAvatarFiles } from "#modules/users/avatars/store-avatar-files.ts";
import { resizeAvatar, MAX_AVATAR_BYTES } from "#modules/users/avatars/resize-avatar.ts";
import { type SyncedAttribute, SyncConflict } from "../sync-context.ts";

const hashOf = (picture: Uint8Array): Buffer => createHash("sha256").update(picture).digest();

/** Synchronizes the avatar. An avatar that the user uploads stays until the picture in the directory changes. */
export const pictureAttribute: SyncedAttribute = {
  name: "picture",
  async difference(_means, { account, person }) {
    if (person.picture === null) return null;
    if (account.picture_hash?.equals(hashOf(person.picture))) return null;
    if (person.picture.length > MAX_AVATAR_BYTES) {
      throw new SyncConflict(`the picture has ${person.picture.length} bytes; the limit is ${MAX_AVATAR_BYTES}`);
    }
    return `${person.picture.length} bytes`;
  },
  async apply({ db, files }, { realm, account, person }) {
    if (person.picture === null) return;
    const hash = hashOf(person.picture);
    const name = await storeNewAvatarFiles(files, realm.id, await resizeAvatar(account.id, person.picture));
    await db.write(async (tx) => {
      await setAvatar(tx, { realmId: realm.id, userId: account.id, name });
      await storePictureHash(tx, account.id, hash);
    });
  },
};
