import type { ExternalAccount } from "@parlance/contract/nouns/profile-fields.ts";

/** Placeholder for the account's name in a URL pattern. */
export const USERNAME_PLACEHOLDER = "%(username)s";

const externalAccount = (text: string, url_pattern: string, name = `${text} username`): ExternalAccount => ({
  name,
  text,
  hint: "",
  url_pattern,
});

/** Sites with predefined account fields, by the `subtype` in the data of such a field. */
export const defaultExternalAccounts: Readonly<Record<string, ExternalAccount>> = {
  github: externalAccount("GitHub", `https://github.com/${USERNAME_PLACEHOLDER}`),
  gitlab: externalAccount("GitLab", `https://gitlab.com/${USERNAME_PLACEHOLDER}`),
  codeberg: externalAccount("Codeberg", `https://codeberg.org/${USERNAME_PLACEHOLDER}`),
  linkedin: externalAccount("LinkedIn", `https://www.linkedin.com/in/${USERNAME_PLACEHOLDER}`, "LinkedIn profile"),
  bluesky: externalAccount("Bluesky", `https://bsky.app/profile/${USERNAME_PLACEHOLDER}`, "Bluesky handle"),
  twitter: externalAccount("X", `https://x.com/${USERNAME_PLACEHOLDER}`),
  orcid: externalAccount("ORCID", `https://orcid.org/${USERNAME_PLACEHOLDER}`, "ORCID iD"),
};
