import publicList from "tlds" with { type: "json" };

/** Domains that are more frequent as extensions of files. */
const EXTENSIONS = new Set(["java", "md", "mov", "py", "zip"]);

/** Top-level domains by which a URL without `http://` is recognized. */
export const topLevelDomains: readonly string[] = publicList.filter((domain) => !EXTENSIONS.has(domain));
