/** Prefix of all avatars in the file store. */
export const AVATARS_PREFIX = "avatars/";

/** The parts of an uploaded avatar's URL that identify the avatar. */
export interface AvatarFile {
  readonly realmId: number;
  /** 40 random hexadecimal digits, different for each version of the avatar. */
  readonly name: string;
}

/** Returns the name of an avatar's file in the file store, for one of the sizes. */
export const avatarFileName = ({ realmId, name }: AvatarFile, size: "small" | "medium"): string =>
  `${AVATARS_PREFIX}${realmId}/${name}${size === "medium" ? "-medium" : ""}.png`;

/** Returns the names of all files of an avatar in the file store. */
export const avatarFileNames = (picture: AvatarFile): string[] => [
  avatarFileName(picture, "small"),
  avatarFileName(picture, "medium"),
];
