/** Texts of the lists of drafts, scheduled messages and reminders. */
export const drafts = {
  drafts: { none: "No drafts", noneMore: "Messages that you start writing and don't send are saved here." },
  scheduled: {
    none: "No scheduled messages",
    noneMore: "Messages that you schedule will appear here until they are sent.",
  },
  reminders: {
    none: "No reminders",
    noneMore: "Choose “Remind me” in the message actions to set a reminder. It will appear here.",
  },
  remove: "Delete",
  removed: "Draft deleted",
  cancel: "Cancel and edit",
  open: "Open",
  sentAt: (when: string) => `Scheduled for ${when}`,
  remindedAt: (when: string) => `Reminder on ${when}`,
  failed: "Couldn't be sent",
  nowhere: "No recipient",
};
