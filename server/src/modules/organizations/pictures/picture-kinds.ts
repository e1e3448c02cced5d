/** The pictures of an organization: its icon, and its logo for the light and the dark theme. */
export const pictureKinds = ["icon", "logo", "night_logo"] as const;
export type PictureKind = (typeof pictureKinds)[number];
