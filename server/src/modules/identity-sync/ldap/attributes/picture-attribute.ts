import { createHash } from "node:crypto";
import { storePictureHash } from "#modules/sign-in/ldap/actions/store-picture-hash.ts";
import { setAvatar } from "#modules/users/avatars/actions/set-avatar.ts";
import { storeNewPictures } from "#modules/users/avatars/store-avatar-files.ts";
import { makePictures, MOST_PICTURE_BYTES } from "#modules/users/avatars/resize-avatar.ts";
import { type Aspect, CannotFollow } from "../sync-context.ts";

const hashOf = (picture: Uint8Array): Buffer => createHash("sha256").update(picture).digest();

/** A picture that somebody uploads later stays until the directory has another one. */
export const picture: Aspect = {
  name: "picture",
  async difference(_means, { account, person }) {
    if (person.picture === null) return null;
    if (account.picture_hash?.equals(hashOf(person.picture))) return null;
    if (person.picture.length > MOST_PICTURE_BYTES) {
      throw new CannotFollow(`the picture has ${person.picture.length} bytes; the limit is ${MOST_PICTURE_BYTES}`);
    }
    return `${person.picture.length} bytes`;
  },
  async take({ db, files }, { realm, account, person }) {
    if (person.picture === null) return;
    const hash = hashOf(person.picture);
    const name = await storeNewPictures(files, realm.id, await makePictures(account.id, person.picture));
    await db.write(async (tx) => {
      await setAvatar(tx, { realmId: realm.id, userId: account.id, name });
      await storePictureHash(tx, account.id, hash);
    });
  },
};
