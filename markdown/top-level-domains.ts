import publicList from "tlds" with { type: "json" };

/** Those that are commoner as a file's extension. */
const EXTENSIONS = new Set(["java", "md", "mov", "py", "zip"]);

/** The domains by which an address is recognized without `http://`. */
export const topLevelDomains: readonly string[] = publicList.filter((domain) => !EXTENSIONS.has(domain));
