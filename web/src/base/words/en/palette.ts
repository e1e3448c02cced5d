/** Command palette. */
export const palette = {
  title: "Command palette",
  placeholder: "Go to a conversation, person, or setting, or run an action…",
  nothing: "No results",
  search: (text: string) => `Search messages for “${text}”`,
  page: "page",
  direct: "direct message",
  action: "action",
  actions: {
    readAll: "Mark all as read",
    light: "Use light theme",
    dark: "Use dark theme",
    asDevice: "Match system theme",
    sidebar: "Show or hide sidebar",
    keys: "Show keyboard shortcuts",
  },
  /** Pages, with further words by which they are found. */
  pages: [
    {
      name: "Account",
      path: ["settings", "account"],
      keywords: "settings my profile name picture avatar time zone language deactivate account",
    },
    {
      name: "Privacy",
      path: ["settings", "privacy"],
      keywords: "settings presence availability read receipts typing email visibility",
    },
    {
      name: "Preferences",
      path: ["settings", "appearance"],
      keywords:
        "display settings appearance theme dark mode colors font size text density emoji home view mark as read drafts follow topics",
    },
    {
      name: "Notifications",
      path: ["settings", "notifications"],
      keywords:
        "settings desktop sound mobile push email digest do not disturb pause quiet hours mentions unread badge",
    },
    {
      name: "Alert words and muted users",
      path: ["settings", "words"],
      keywords: "settings mute unmute muted topics followed topics follow unfollow keywords",
    },
    {
      name: "Keyboard",
      path: ["settings", "keyboard"],
      keywords: "settings shortcuts hotkeys enter sends message actions edit history",
    },
    {
      name: "Password and security",
      path: ["settings", "security"],
      keywords: "settings security email address change scoped api key token two-factor authentication 2fa passkeys",
    },
    { name: "Sessions", path: ["settings", "sessions"], keywords: "settings log out sign out devices" },
    { name: "Uploaded files", path: ["settings", "files"], keywords: "settings attachments uploads" },
    { name: "Bots", path: ["settings", "bots"], keywords: "settings webhooks integrations api" },
    {
      name: "Organization profile",
      path: ["organization", "profile"],
      keywords: "organization settings name description icon logo deactivate organization",
    },
    {
      name: "Users",
      path: ["organization", "users"],
      keywords: "organization settings members roles deactivate reactivate accounts",
    },
    {
      name: "Invite people",
      path: ["organization", "invitations"],
      keywords: "organization settings invitations invite link users",
    },
    {
      name: "Message settings",
      path: ["organization", "messages"],
      keywords: "organization settings edit history editing deleting moving retention topics previews video calls",
    },
    {
      name: "Accounts and presence",
      path: ["organization", "people"],
      keywords: "organization settings names presence read receipts guests",
    },
    {
      name: "Announcements and email",
      path: ["organization", "notices"],
      keywords: "organization settings notifications digest welcome message moderation requests",
    },
    {
      name: "Default user settings",
      path: ["organization", "newcomers"],
      keywords: "organization settings new users preferences notifications",
    },
    { name: "Permissions", path: ["organization", "permissions"], keywords: "organization settings who can roles" },
    {
      name: "Joining",
      path: ["organization", "joining"],
      keywords: "organization settings sign up invitation required email domains",
    },
    {
      name: "Login methods",
      path: ["organization", "sign-in"],
      keywords: "organization settings login authentication sso saml ldap oidc passkeys",
    },
    { name: "Channel folders", path: ["organization", "folders"], keywords: "organization settings" },
    {
      name: "Default channels",
      path: ["organization", "default-channels"],
      keywords: "organization settings new users subscribe",
    },
    { name: "Custom profile fields", path: ["organization", "profile-fields"], keywords: "organization settings" },
    { name: "Custom emoji", path: ["organization", "emoji"], keywords: "organization settings" },
    { name: "Linkifiers and code playgrounds", path: ["organization", "links"], keywords: "organization settings" },
    { name: "Audit log", path: ["organization", "audit"], keywords: "organization settings history" },
    { name: "Data exports", path: ["organization", "exports"], keywords: "organization settings backup" },
    { name: "User groups", path: ["groups"], keywords: "members permissions" },
    { name: "All channels", path: ["channels"], keywords: "browse subscribe unsubscribe mute pin" },
    { name: "Create channel", path: ["channels", "new"], keywords: "new" },
    { name: "People", path: ["people"], keywords: "users members direct message profiles" },
  ],
};
