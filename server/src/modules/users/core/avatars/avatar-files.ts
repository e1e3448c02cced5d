/** Where all pictures of people are in the file store. */
export const STORED = "avatars/";

/** A picture as addresses name it. */
export interface NamedPicture {
  readonly realmId: number;
  /** 40 hexadecimal digits, random, of this version of the picture alone. */
  readonly name: string;
}

/** The name in the file store of one of the sizes. */
export const storedName = ({ realmId, name }: NamedPicture, size: "small" | "medium"): string =>
  `${STORED}${realmId}/${name}${size === "medium" ? "-medium" : ""}.png`;

/** All that the store has of a picture. */
export const storedNames = (picture: NamedPicture): string[] => [
  storedName(picture, "small"),
  storedName(picture, "medium"),
];
