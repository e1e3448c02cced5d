/** A picture in full. */
export const lightbox = {
  title: (name: string) => (name === "" ? "Picture" : `Picture: ${name}`),
  video: (name: string) => (name === "" ? "Video" : `Video: ${name}`),
  count: (at: number, all: number) => `${at} of ${all}`,
  before: "Picture before",
  next: "Next picture",
  download: "Download",
  open: "Open in a new tab",
  enlarge: "Show in its own size",
  fit: "Fit into the window",
};
