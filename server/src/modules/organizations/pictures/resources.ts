import { hash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { FileStore } from "#kernel/files/file-store.ts";
import type { Resource } from "#kernel/http/resource.ts";
import { dayLogo, nightLogo } from "./drawings.ts";
import { storedName } from "./picture-files.ts";
import { DEFAULT_LOGO, DEFAULT_NIGHT_LOGO, realmPictures } from "./realm-pictures.ts";

/** What was uploaded. Everybody may see it who comes to the organization's server. */
const uploaded = (files: FileStore): Resource => ({
  path: "/user_avatars/:realm_id/realm/:file",
  access: "public",
  async find({ realm }, { realm_id, file = "" }) {
    const name = realm_id === String(realm.id) ? storedName(realm.id, file) : null;
    const content = name === null ? null : await files.get(name);
    return content && { contentType: "image/png", bytes: await buffer(content), tag: file };
  },
});

const own = (path: Resource["path"], bytes: Buffer): Resource => {
  const tag = hash("sha256", bytes);
  return { path, access: "public", find: async () => ({ contentType: "image/svg+xml", bytes, tag }) };
};

/** Addresses that stay the same, whatever the pictures are. */
const icon: Resource = {
  path: "/realm/icon",
  access: "public",
  find: async ({ db, realm }) => ({ to: (await realmPictures(db, realm)).icon_url }),
};

const logo: Resource = {
  path: "/realm/logo",
  access: "public",
  async find({ db, realm }, _segments, { night }) {
    const pictures = await realmPictures(db, realm);
    return { to: night === "true" ? pictures.night_logo_url : pictures.logo_url };
  },
};

export const pictureResources = (files: FileStore): readonly Resource[] => [
  uploaded(files),
  own(DEFAULT_LOGO, dayLogo),
  own(DEFAULT_NIGHT_LOGO, nightLogo),
  icon,
  logo,
];
