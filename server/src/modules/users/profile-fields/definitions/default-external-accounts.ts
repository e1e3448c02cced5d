import type { ExternalAccount } from "@parlance/contract/nouns/profile-fields.ts";

/** Stands in a pattern for the name of the account. */
export const PLACEHOLDER = "%(username)s";

const site = (text: string, url_pattern: string, name = `${text} username`): ExternalAccount => ({
  name,
  text,
  hint: "",
  url_pattern,
});

/** Sites whose accounts a field can hold without further ado, by the `subtype` that such a field names in its data. */
export const knownSites: Readonly<Record<string, ExternalAccount>> = {
  github: site("GitHub", `https://github.com/${PLACEHOLDER}`),
  gitlab: site("GitLab", `https://gitlab.com/${PLACEHOLDER}`),
  codeberg: site("Codeberg", `https://codeberg.org/${PLACEHOLDER}`),
  linkedin: site("LinkedIn", `https://www.linkedin.com/in/${PLACEHOLDER}`, "LinkedIn profile"),
  bluesky: site("Bluesky", `https://bsky.app/profile/${PLACEHOLDER}`, "Bluesky handle"),
  twitter: site("X", `https://x.com/${PLACEHOLDER}`),
  orcid: site("ORCID", `https://orcid.org/${PLACEHOLDER}`, "ORCID iD"),
};
