import publicList from "tlds" with { type: "json" };

/** Top-level domains that are more frequent as file extensions. They are not recognized in bare URLs. */
const EXTENSIONS = new Set(["java", "md", "mov", "py", "zip"]);

/** Top-level domains with which a URL without `http://` is recognized. */
export const topLevelDomains: readonly string[] = publicList.filter((domain) => !EXTENSIONS.has(domain));
