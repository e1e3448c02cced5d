import { number } from "./grammar.ts";

/**
 * Texts of the organization settings for custom emoji, linkifiers, playgrounds, domains, SCIM, the audit log and
 * exports.
 */
export const administration = {
  add: "Add",
  remove: (name: string) => `Remove ${name}`,
  up: "Move up",
  down: "Move down",
  onlyOwners: "Only owners can change this.",
  someForOwners: "Only owners can change the disabled settings.",
  emoji: "Custom emoji",
  addEmoji: "Add emoji",
  notEmoji: "You don't have permission to add custom emoji.",
  noEmoji: "No custom emoji yet.",
  emojiName: "Name",
  emojiNameRule: "Use only lowercase letters, digits, hyphens, and underscores.",
  choosePicture: "Choose image",
  linkifiers: "Linkifiers",
  linkifiersMore:
    "Text that matches a pattern becomes a link. If several patterns match, the first one applies. A pattern is a regular expression with named groups. In the URL template, write the name of a group in braces.",
  pattern: "Pattern",
  template: "URL template",
  playgrounds: "Code playgrounds",
  playgroundsMore: "Code blocks in these languages get a button that opens the code in a playground.",
  language: "Language",
  byInvitation: "Require an invitation to join",
  restricted: "Allow only email addresses in the domains below",
  noDisposable: "Don't allow disposable email addresses",
  domains: "Email domains",
  domain: "Domain",
  noDomains: "No domains. Email addresses in any domain are allowed.",
  withSubdomains: "Include subdomains",
  auditForAdministrators: "Only administrators can view the audit log.",
  byWhom: "Show actions by",
  anybody: "Anyone",
  server: "The server",
  noEntries: "No matching entries.",
  older: "Load older entries",
  exportsMore:
    "An export is a file with the organization's data, for archives and other programs. It can't be imported into another server. Public data is what all members can read. Private data is included only if users who can read it allow this.",
  exportPublic: "Export public data",
  exportWhole: "Export public data and permitted private data",
  kindPublic: "Public data",
  kindWhole: "Public data and permitted private data",
  noExports: "No exports yet.",
  consents: "Users who allow private data export",
  consentsOf: (those: number, all: number) =>
    `${number(those)} of ${number(all)} users allow exporting their private data.`,
  directories: "SCIM provisioning",
  directoriesMore:
    "An identity provider can manage users and groups here through SCIM. Create a token for each provider. The base URL is this server's address followed by /scim/v2.",
  newToken: "Token name",
  makeToken: "Create token",
  noTokens: "No tokens yet.",
  madeBy: (name: string) => `Created by ${name}`,
  change: (name: string) => `Edit ${name}`,
  changeLinkifier: "Edit linkifier",
  pending: "In progress…",
  failed: "Export failed",
  download: "Download",
};
