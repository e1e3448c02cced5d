import { buffer } from "node:stream/consumers";
import type { Reader } from "#kernel/db/types.ts";
import type { FileStore } from "#kernel/files/file-store.ts";
import { NotLoggedIn } from "#kernel/http/errors.ts";
import type { Content, Resource } from "#kernel/http/resource.ts";
import { isOpenToSpectators } from "#modules/organizations/core/spectator-access.ts";
import { isEmailAddress } from "#modules/users/core/email-addresses.ts";
import { avatarAddress, IDENTICONS, madeOf, UPLOADED } from "#modules/users/core/avatars/avatar-url.ts";
import { UNKNOWN_AVATAR } from "#modules/users/core/visibility/placeholder-user.ts";
import { identicon, silhouette } from "./drawings.ts";
import { storedName } from "#modules/users/core/avatars/avatar-files.ts";
import { findAvatarOwner } from "./find-avatar-owner.ts";

const SMALL = 100;
const MEDIUM = 500;

/** Changes whenever the drawings do. */
const EDITION = 2;

const png = (bytes: Uint8Array, tag: string): Content => ({ contentType: "image/png", bytes, tag });

/** Pictures that people have uploaded, as long as they are theirs. Their names are secrets, so there is no other check. */
const uploaded = (files: FileStore): Resource => ({
  path: `${UPLOADED}/:realm_id/:file`,
  access: "public",
  async find({ db, realm }, { realm_id, file = "" }) {
    const [, name, isMedium] = /^([0-9a-f]{40})(-medium)?\.png$/.exec(file) ?? [];
    if (name === undefined || realm_id !== String(realm.id)) return null;
    const owner = await db
      .selectFrom("account")
      .select("id")
      .where("avatar_name", "=", name)
      .where("realm_id", "=", realm.id)
      .executeTakeFirst();
    if (!owner) return null;
    const size = isMedium ? "medium" : "small";
    const content = await files.get(storedName({ realmId: realm.id, name }, size));
    const bytes = content ? await buffer(content) : await imageInDatabase(db, name, size);
    return bytes && png(bytes, `${name}-${size}`);
  },
});

/** Until it is moved to the file store. */
async function imageInDatabase(db: Reader, name: string, size: "small" | "medium"): Promise<Buffer | null> {
  const image = await db
    .selectFrom("avatar_image")
    .select(`${size} as bytes`)
    .where("name", "=", name)
    .executeTakeFirst();
  return image?.bytes ?? null;
}

/** Pictures that the server makes up. */
const madeUp: Resource = {
  path: `${IDENTICONS}/:file`,
  access: "public",
  async find(_ctx, { file = "" }) {
    const [, seed, isMedium] = /^([0-9a-z]{1,40})(-medium)?\.png$/.exec(file) ?? [];
    if (seed === undefined) return null;
    const size = isMedium ? MEDIUM : SMALL;
    return png(await identicon(seed, size), `${seed}-${size}-${EDITION}`);
  },
};

const ofNobody: Resource = {
  path: UNKNOWN_AVATAR,
  access: "public",
  find: async () => png(await silhouette(MEDIUM), `nobody-${EDITION}`),
};

/** The picture of somebody, by id or address: for programs that know nothing else of them. */
const ofSomebody = (path: Resource["path"], medium: boolean): Resource => ({
  path,
  access: "optional",
  async find({ db, actor, realm }, { who = "" }) {
    const id = /^[1-9]\d{0,8}$/.test(who) ? Number(who) : null;
    if (id === null && !isEmailAddress(who)) return null;
    if (actor === null && (id === null || !(await isOpenToSpectators(db, realm)))) throw new NotLoggedIn();
    const somebody = await findAvatarOwner(db, actor, realm, id ?? who);
    if (somebody) return { to: avatarAddress(somebody, realm, { medium }) };
    // Addresses of accounts are not revealed: all that are unknown here look alike.
    return { to: (id === null ? madeOf(who, realm, { medium }) : null) ?? UNKNOWN_AVATAR };
  },
});

export const avatarResources = (files: FileStore): readonly Resource[] => [
  uploaded(files),
  madeUp,
  ofNobody,
  ofSomebody("/avatar/:who", false),
  ofSomebody("/avatar/:who/medium", true),
];
