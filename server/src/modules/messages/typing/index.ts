import type { PublishEphemeral } from "@parlance/kernel/events/ephemeral-event.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import { compose } from "./api/compose.ts";
import { edit } from "./api/edit.ts";
import { editTypingPresenter, typingPresenter } from "./events.ts";

/** Typing notifications: ephemeral events while a user writes a new message or edits a message. */
export const typingModule = (publish: PublishEphemeral): Module => ({
  name: "typing",
  section: "messages",
  floor: "message-actions",
  endpoints: [compose(publish), edit(publish)],
  presenters: { typing: typingPresenter, typing_edit_message: editTypingPresenter },
});
