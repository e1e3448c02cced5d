/** Where all pictures of people are in the file store. */
export const AVATARS_PREFIX = "avatars/";

/** A picture as addresses name it. */
export interface AvatarFile {
  readonly realmId: number;
  /** 40 hexadecimal digits, random, of this version of the picture alone. */
  readonly name: string;
}

/** The name in the file store of one of the sizes. */
export const avatarFileName = ({ realmId, name }: AvatarFile, size: "small" | "medium"): string =>
  `${AVATARS_PREFIX}${realmId}/${name}${size === "medium" ? "-medium" : ""}.png`;

/** All that the store has of a picture. */
export const avatarFileNames = (picture: AvatarFile): string[] => [
  avatarFileName(picture, "small"),
  avatarFileName(picture, "medium"),
];
