/** Texts of the lightbox, which shows an image or a video in full size. */
export const lightbox = {
  title: (name: string) => (name === "" ? "Image" : `Image: ${name}`),
  video: (name: string) => (name === "" ? "Video" : `Video: ${name}`),
  count: (at: number, all: number) => `${at} of ${all}`,
  before: "Previous image",
  next: "Next image",
  download: "Download",
  open: "Open in a new tab",
  enlarge: "Show actual size",
  fit: "Fit to window",
};
