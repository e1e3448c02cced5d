import { buffer } from "node:stream/consumers";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { FileStore } from "@parlance/kernel/files/file-store.ts";
import { NotLoggedIn } from "@parlance/kernel/http/errors.ts";
import type { InlineContent, Resource } from "@parlance/kernel/http/resource.ts";
import { isOpenToSpectators } from "#modules/organizations/core/spectator-access.ts";
import { isEmailAddress } from "#modules/users/core/email-addresses.ts";
import {
  resolveAvatarUrl,
  IDENTICONS_PATH,
  gravatarUrl,
  UPLOADED_AVATARS_PATH,
} from "#modules/users/core/avatars/avatar-url.ts";
import { UNKNOWN_USER_AVATAR } from "#modules/users/core/visibility/placeholder-user.ts";
import { avatarFileName } from "#modules/users/core/avatars/avatar-files.ts";

import type { Actor, RealmContext } from "@parlance/kernel/http/context.ts";
import { loadSystemBotAccounts } from "#modules/organizations/core/system-realm.ts";
import { NoSuchUser } from "#modules/users/core/errors.ts";
import { accessUser, accessUserByEmail } from "#modules/users/core/visibility/access-user.ts";
import { toUserRecord, findUser, type UserRecord } from "#modules/users/core/queries.ts";
import { hash } from "node:crypto";
import { drawPng } from "@parlance/kernel/images/draw-png.ts";

const BACKGROUND = [240, 241, 243] as const;
const GREY = [150, 157, 165] as const;

/** Number of cells in a row of the pattern. The right half mirrors the left half. */
const CELLS = 5;
/** Margin on each side, as a fraction of the width. */
const MARGIN = 0.1;

/**
 * Draws a colored pattern that identifies a user, as a PNG that is `size` pixels wide. Equal seeds result in equal
 * patterns.
 */
export function identicon(seed: string, size: number): Promise<Buffer> {
  const bytes = hash("sha256", seed, "buffer");
  const isInked = (x: number, y: number) => {
    const [column, row] = [cell(x), cell(y)];
    if (column < 0 || column >= CELLS || row < 0 || row >= CELLS) return false;
    const mirrored = Math.min(column, CELLS - 1 - column);
    return ((bytes[row * CELLS + mirrored] ?? 0) & 1) === 1;
  };
  return drawPng({ size, paper: BACKGROUND, ink: colourOf(bytes[31] ?? 0), isInked });
}

const cell = (coordinate: number): number => Math.floor(((coordinate - MARGIN) / (1 - 2 * MARGIN)) * CELLS);

/** Returns a color that is dark enough to stand out. `byte` selects the hue. */
function colourOf(byte: number): [number, number, number] {
  const hue = (byte / 256) * 6;
  const part = (shift: number) => {
    const distance = Math.abs(((hue + shift) % 6) - 3);
    return Math.round(60 + 130 * Math.min(1, Math.max(0, distance - 1)));
  };
  return [part(0), part(4), part(2)];
}

/** Draws the default avatar: the outline of a head and shoulders. */
const silhouette = (size: number): Promise<Buffer> =>
  drawPng({
    size,
    paper: BACKGROUND,
    ink: GREY,
    isInked: (x, y) => isInside(x, y, 0.5, 0.4, 0.18, 0.18) || isInside(x, y, 0.5, 1.02, 0.36, 0.4),
  });

function isInside(x: number, y: number, ...[cx, cy, rx, ry]: readonly [number, number, number, number]): boolean {
  return ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 <= 1;
}

/**
 * Finds an account by id or address, or a system bot by id. Returns null if the account does not exist or the caller
 * may not see it. Callers without an account can find all users by id, but no system bots, and no account by address.
 */
async function findAvatarOwner(
  db: Reader,
  actor: Actor | null,
  realm: RealmContext,
  who: number | string,
): Promise<UserRecord | null> {
  if (actor === null) return typeof who === "number" ? ((await findUser(db, realm.id, who)) ?? null) : null;
  try {
    return await (typeof who === "number" ? accessUser(db, actor, who) : accessUserByEmail(db, actor, realm, who));
  } catch (error) {
    if (!(error instanceof NoSuchUser)) throw error;
  }
  const bot = (await loadSystemBotAccounts(db)).find(({ id }) => id === who);
  return bot ? toUserRecord(bot) : null;
}

const SMALL_PIXELS = 100;
const MEDIUM_PIXELS = 500;

/** Must be incremented whenever the drawings change. */
const DRAWING_VERSION = 2;

const png = (bytes: Uint8Array, tag: string): InlineContent => ({ contentType: "image/png", bytes, tag });

/** Serves uploaded avatars while they are in use. No further check is needed, because their names are secret. */
const uploadedAvatarResource = (files: FileStore): Resource => ({
  path: `${UPLOADED_AVATARS_PATH}/:realm_id/:file`,
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
    const content = await files.get(avatarFileName({ realmId: realm.id, name }, size));
    const bytes = content ? await buffer(content) : await imageInDatabase(db, name, size);
    return bytes && png(bytes, `${name}-${size}`);
  },
});

/** Loads an avatar that has not been moved to the file store yet. */
async function imageInDatabase(db: Reader, name: string, size: "small" | "medium"): Promise<Buffer | null> {
  const image = await db
    .selectFrom("avatar_image")
    .select(`${size} as bytes`)
    .where("name", "=", name)
    .executeTakeFirst();
  return image?.bytes ?? null;
}

/** Serves the avatars that the server generates. */
const identiconResource: Resource = {
  path: `${IDENTICONS_PATH}/:file`,
  access: "public",
  async find(_ctx, { file = "" }) {
    const [, seed, isMedium] = /^([0-9a-z]{1,40})(-medium)?\.png$/.exec(file) ?? [];
    if (seed === undefined) return null;
    const size = isMedium ? MEDIUM_PIXELS : SMALL_PIXELS;
    return png(await identicon(seed, size), `${seed}-${size}-${DRAWING_VERSION}`);
  },
};

const unknownUserResource: Resource = {
  path: UNKNOWN_USER_AVATAR,
  access: "public",
  find: async () => png(await silhouette(MEDIUM_PIXELS), `nobody-${DRAWING_VERSION}`),
};

/** Redirects from a user's id or address to the user's avatar, for programs that know nothing else about the user. */
const userAvatarResource = (path: Resource["path"], medium: boolean): Resource => ({
  path,
  access: "optional",
  async find({ db, actor, realm }, { who = "" }) {
    const id = /^[1-9]\d{0,8}$/.test(who) ? Number(who) : null;
    if (id === null && !isEmailAddress(who)) return null;
    if (actor === null && (id === null || !(await isOpenToSpectators(db, realm)))) throw new NotLoggedIn();
    const owner = await findAvatarOwner(db, actor, realm, id ?? who);
    if (owner) return { to: resolveAvatarUrl(owner, realm, { medium }) };
    // For an address that is not found, the response must not depend on whether the address has an account.
    return { to: (id === null ? gravatarUrl(who, realm, { medium }) : null) ?? UNKNOWN_USER_AVATAR };
  },
});

export const avatarResources = (files: FileStore): readonly Resource[] => [
  uploadedAvatarResource(files),
  identiconResource,
  unknownUserResource,
  userAvatarResource("/avatar/:who", false),
  userAvatarResource("/avatar/:who/medium", true),
];
