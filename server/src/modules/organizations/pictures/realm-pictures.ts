import { hash } from "node:crypto";
import type { RealmSettings } from "@parlance/contract/nouns/realm.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import type { OrganizationSnapshot } from "@parlance/kernel/organization-snapshot/organization-snapshot.ts";
import { identiconUrl } from "#modules/users/core/avatars/avatar-url.ts";
import { pictureUrl } from "./picture-files.ts";
import type { PictureKind } from "./picture-kinds.ts";
import { uploadedPictures } from "./pictures-snapshot.ts";

/** The pictures of an organization, as clients receive them. */
export type RealmPictures = Pick<RealmSettings, `${PictureKind}_source` | `${PictureKind}_url`>;

type RealmWithUrl = Pick<RealmContext, "id" | "url">;

/** URL paths of the default logos, for organizations without an uploaded logo. */
export const DEFAULT_LOGO = "/static/logo.svg";
export const DEFAULT_NIGHT_LOGO = "/static/logo-night.svg";

/**
 * Returns the pictures of an organization without uploads. The sources D and G mean that the server provides the
 * picture.
 */
const defaultPictures = ({ url }: RealmWithUrl): RealmPictures => ({
  icon_source: "G",
  icon_url: identiconUrl(hash("md5", url)),
  logo_source: "D",
  logo_url: DEFAULT_LOGO,
  night_logo_source: "D",
  night_logo_url: DEFAULT_NIGHT_LOGO,
});

const uploadedPicture = (kind: PictureKind, url: string): Partial<RealmPictures> => ({
  [`${kind}_source`]: "U",
  [`${kind}_url`]: url,
});

/** Loads the current pictures of an organization. */
export async function loadRealmPictures(db: Reader, realm: RealmWithUrl): Promise<RealmPictures> {
  const rows = await db
    .selectFrom("realm_picture")
    .select(["kind", "file_name"])
    .where("realm_id", "=", realm.id)
    .execute();
  return presentPictures(realm, rows);
}

/** Returns the current pictures of an organization. */
export const realmPicturesIn = (snapshot: OrganizationSnapshot, realm: RealmWithUrl): RealmPictures =>
  presentPictures(realm, [...snapshot.get(uploadedPictures).values()]);

function presentPictures(
  realm: RealmWithUrl,
  rows: readonly { readonly kind: string; readonly file_name: string }[],
): RealmPictures {
  const own = rows.map(({ kind, file_name }) => uploadedPicture(kind as PictureKind, pictureUrl(realm.id, file_name)));
  return Object.assign(defaultPictures(realm), ...own) as RealmPictures;
}

/** Returns the fields about one of the pictures, as clients receive them. */
export const pictureFieldsOf = (pictures: RealmPictures, kind: PictureKind): Partial<RealmPictures> => ({
  [`${kind}_source`]: pictures[`${kind}_source`],
  [`${kind}_url`]: pictures[`${kind}_url`],
});
