import manifest from "../../package.json" with { type: "json" };

/** Version of this release. Its home is the package.json in the root folder. */
export const { version } = manifest;
