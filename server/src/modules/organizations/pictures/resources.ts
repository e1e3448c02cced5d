import { hash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import type { Resource } from "@parlance/kernel/http/resource.ts";
import { pictureFileName } from "./picture-files.ts";
import { DEFAULT_LOGO, DEFAULT_NIGHT_LOGO, loadRealmPictures } from "./realm-pictures.ts";

const wordmark = (colour: string): Buffer =>
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 64" width="320" height="64">' +
      `<g fill="${colour}"><path d="M8 10h44a6 6 0 0 1 6 6v24a6 6 0 0 1-6 6H26L14 56V46H8a6 6 0 0 1-6-6V16a6 6 0 0 1 6-6z"/>` +
      '<text x="72" y="44" font-family="sans-serif" font-size="36" font-weight="600">Parlance</text></g></svg>',
  );

/** The server's own logo, for light and dark themes. */
const dayLogo = wordmark("#2b3a55");
const nightLogo = wordmark("#e8ecf4");

/** Serves uploaded pictures. Every visitor of the organization's address may see them. */
const uploaded = (files: FileStore): Resource => ({
  path: "/user_avatars/:realm_id/realm/:file",
  access: "public",
  async find({ realm }, { realm_id, file = "" }) {
    const name = realm_id === String(realm.id) ? pictureFileName(realm.id, file) : null;
    const content = name === null ? null : await files.get(name);
    return content && { contentType: "image/png", bytes: await buffer(content), tag: file };
  },
});

const own = (path: Resource["path"], bytes: Buffer): Resource => {
  const tag = hash("sha256", bytes);
  return { path, access: "public", find: async () => ({ contentType: "image/svg+xml", bytes, tag }) };
};

/** Redirects to the current icon, from a URL that stays the same when the icon changes. */
const icon: Resource = {
  path: "/realm/icon",
  access: "public",
  find: async ({ db, realm }) => ({ to: (await loadRealmPictures(db, realm)).icon_url }),
};

const logo: Resource = {
  path: "/realm/logo",
  access: "public",
  async find({ db, realm }, _segments, { night }) {
    const pictures = await loadRealmPictures(db, realm);
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
