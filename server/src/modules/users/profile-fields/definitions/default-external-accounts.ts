import type { ExternalAccount } from "@parlance/contract/nouns/profile-fields.ts";

/** Placeholder for the account's name in a URL pattern. */
export const USERNAME_PLACEHOLDER = "%(username)s";

const externalAccount = (text: string, url_pattern: string, name = `${text} username`): ExternalAccount => ({
  name,
  text,
  hint: "",
  url_pattern,
});

/** Predefined sites for fields with an account on another site. The key is the `subtype` in the field's data. */
export const defaultExternalAccounts: Readonly<Record<string, ExternalAccount>> = {
  github: externalAccount("GitHub", `https://github.com/${USERNAME_PLACEHOLDER}`),
  gitlab: externalAccount("GitLab", `https://gitlab.com/${USERNAME_PLACEHOLDER}`),
  codeberg: externalAccount("Codeberg", `https://codeberg.org/${USERNAME_PLACEHOLDER}`),
  linkedin: externalAccount("LinkedIn", `https://www.linkedin.com/in/${USERNAME_PLACEHOLDER}`, "LinkedIn profile"),
  bluesky: externalAccount("Bluesky", `https://bsky.app/profile/${USERNAME_PLACEHOLDER}`, "Bluesky handle"),
  twitter: externalAccount("X", `https://x.com/${USERNAME_PLACEHOLDER}`),
  orcid: externalAccount("ORCID", `https://orcid.org/${USERNAME_PLACEHOLDER}`, "ORCID iD"),
};
