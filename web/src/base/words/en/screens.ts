interface ScreenWords {
  readonly title: string;
  /** Further words by which the command palette finds the screen. */
  readonly keywords?: string;
}

/** Titles of the screens, in sidebar, menus, command palette and the list of keyboard shortcuts. */
export const screens = {
  inbox: { title: "Inbox" },
  recent: { title: "Recent conversations" },
  feed: { title: "All messages" },
  mentions: { title: "Mentions" },
  starred: { title: "Starred" },
  drafts: { title: "Drafts" },
  scheduled: { title: "Scheduled messages" },
  reminders: { title: "Reminders" },
  reactions: { title: "Reactions" },
  settings: { title: "Settings" },
  organization: { title: "Organization settings" },
  groups: { title: "User groups", keywords: "members permissions" },
  channels: { title: "All channels", keywords: "browse subscribe unsubscribe mute pin" },
  newChannel: { title: "Create channel", keywords: "new" },
  invite: { title: "Invite people" },
  people: { title: "People", keywords: "users members direct message profiles" },
} satisfies Record<string, ScreenWords>;
