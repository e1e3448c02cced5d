import { hash } from "node:crypto";
import type { RealmSettings } from "@parlance/contract/nouns/realm.ts";
import type { Reader } from "#kernel/db/types.ts";
import type { RealmContext } from "#kernel/http/context.ts";
import { identiconAddress } from "#modules/users/core/avatars/avatar-url.ts";
import { pictureAddress } from "./picture-files.ts";
import type { PictureKind } from "./picture-kinds.ts";

/** The pictures of an organization, as clients are told. */
export type RealmPictures = Pick<RealmSettings, `${PictureKind}_source` | `${PictureKind}_url`>;

type Named = Pick<RealmContext, "id" | "url">;

/** Where the logos are of organizations that uploaded none. */
export const DEFAULT_LOGO = "/static/logo.svg";
export const DEFAULT_NIGHT_LOGO = "/static/logo-night.svg";

/** Those of an organization that uploaded none: D and G say that the server made them up. */
const madeUp = ({ url }: Named): RealmPictures => ({
  icon_source: "G",
  icon_url: identiconAddress(hash("md5", url)),
  logo_source: "D",
  logo_url: DEFAULT_LOGO,
  night_logo_source: "D",
  night_logo_url: DEFAULT_NIGHT_LOGO,
});

const uploaded = (kind: PictureKind, url: string): Partial<RealmPictures> => ({
  [`${kind}_source`]: "U",
  [`${kind}_url`]: url,
});

/** The pictures that an organization has now. */
export async function realmPictures(db: Reader, realm: Named): Promise<RealmPictures> {
  const rows = await db
    .selectFrom("realm_picture")
    .select(["kind", "file_name"])
    .where("realm_id", "=", realm.id)
    .execute();
  const own = rows.map(({ kind, file_name }) => uploaded(kind as PictureKind, pictureAddress(realm.id, file_name)));
  return Object.assign(madeUp(realm), ...own) as RealmPictures;
}

/** What clients are told of one of them. */
export const ofKind = (pictures: RealmPictures, kind: PictureKind): Partial<RealmPictures> => ({
  [`${kind}_source`]: pictures[`${kind}_source`],
  [`${kind}_url`]: pictures[`${kind}_url`],
});
