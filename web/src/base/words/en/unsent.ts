/** What is written and not sent, what will be sent, and reminders. */
export const unsent = {
  drafts: { none: "No drafts", noneMore: "What you begin to write and do not send is kept here." },
  scheduled: { none: "Nothing scheduled", noneMore: "Messages that you send later wait here, and can be taken back." },
  reminders: { none: "No reminders", noneMore: "Messages that you want to be reminded of show up here." },
  remove: "Delete",
  removed: "Draft deleted",
  cancel: "Take back",
  open: "Open",
  sentAt: (when: string) => `will be sent ${when}`,
  remindedAt: (when: string) => `you will be reminded ${when}`,
  failed: "It could not be sent.",
  nowhere: "to nobody yet",
};
