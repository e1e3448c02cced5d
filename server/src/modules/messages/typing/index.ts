import type { PublishEphemeral } from "@parlance/kernel/events/ephemeral-event.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import { compose } from "./api/compose.ts";
import { edit } from "./api/edit.ts";
import { editTypingPresenter, typingPresenter } from "./events.ts";

/** Typing notifications: ephemeral events while a user writes a new message or edits a message. */
export const typingModule = (tell: PublishEphemeral): Module => ({
  name: "typing",
  section: "messages",
  floor: "message-actions",
  endpoints: [compose(tell), edit(tell)],
  presenters: { typing: typingPresenter, typing_edit_message: editTypingPresenter },
});
