/** What pictures an organization has of itself: one that stands for it, and its name in a form of its own, by day and by night. */
export const pictureKinds = ["icon", "logo", "night_logo"] as const;
export type PictureKind = (typeof pictureKinds)[number];
