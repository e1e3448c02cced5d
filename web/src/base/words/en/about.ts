/** Texts about the product and its version. */
export const about = {
  version: (version: string) => `Version ${version}`,
  license: "Parlance is open-source software, licensed under the Apache License 2.0.",
};
