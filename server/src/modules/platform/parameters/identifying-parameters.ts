// Parameters that identify users, channels, messages and so on. Tests read the kinds: each parameter of a kind that can
// be hidden must have a test case that proves that responses are the same for a hidden thing and for one that does not
// exist.
import { z } from "zod";
import { withKinds } from "@parlance/kernel/http/parameter-kinds.ts";
import { id, int, json, text } from "@parlance/kernel/http/params.ts";

/** Kinds whose existence can be hidden from a caller. A bot is a user; a permission lists users and groups. */
export const hideableKinds = ["user", "channel", "message", "permission"] as const;
export type HideableKind = (typeof hideableKinds)[number];

/** Kinds that all users of an organization may know of, or that belong to the caller. */
export type OpenKind =
  | "API key"
  | "attachment"
  | "channel folder"
  | "draft"
  | "email domain"
  | "emoji"
  | "event"
  | "event queue"
  | "export"
  | "file"
  | "invitation"
  | "linkifier"
  | "navigation view"
  | "organization"
  | "passkey"
  | "playground"
  | "profile field"
  | "push account"
  | "reminder"
  | "saved snippet"
  | "scheduled message"
  | "SCIM token"
  | "session"
  | "unresolved id"
  | "unsent message"
  | "user group";

/** Declares what a parameter identifies. Called directly for parameters for which there is no function below. */
export const identifies = <S extends z.ZodType>(schema: S, ...kinds: readonly (HideableKind | OpenKind)[]): S =>
  withKinds(schema, ...kinds);

const idOf = (kind: HideableKind | OpenKind) => (): z.ZodInt => identifies(id(), kind);
const idsOf =
  (kind: HideableKind | OpenKind) =>
  ({ max }: { readonly max?: number } = {}) => {
    const ids = z.array(identifies(z.int(), kind));
    return json(max === undefined ? ids : ids.max(max));
  };

export const userId = idOf("user");
export const userIds = idsOf("user");
/** Email address of a user, or several in one text. */
export const userEmail = (): z.ZodString => identifies(text(), "user");
export const userIdOrEmail = (): z.ZodString => identifies(text(), "user");
export const botId = idOf("user");
export const groupId = idOf("user group");
export const groupIds = idsOf("user group");
export const profileFieldId = idOf("profile field");

export const channelId = idOf("channel");
export const channelIds = idsOf("channel");
export const channelName = (): z.ZodString => identifies(text(), "channel");
export const channelFolderId = idOf("channel folder");

/** Ids of messages may be larger than those of other rows. */
export const messageId = (): z.ZodInt => identifies(int(), "message");
export const messageIds = idsOf("message");
/** Id of a message, or a word for one, such as `newest`. */
export const messageAnchor = (): z.ZodString => identifies(text(), "message");
/** Markdown source that is rendered: it can mention users, and link to channels and messages. */
export const messageContent = (): z.ZodString =>
  identifies(text({ allowUnstorable: true }), "user", "channel", "message");
/** A filter over messages. */
export const narrow = <S extends z.ZodType>(schema: S): S => identifies(json(schema), "user", "channel", "message");
export const draftId = idOf("draft");
export const savedSnippetId = idOf("saved snippet");
export const scheduledMessageId = idOf("scheduled message");
export const reminderId = idOf("reminder");
export const attachmentId = idOf("attachment");

export const organizationId = idOf("organization");
export const invitationId = idOf("invitation");
export const linkifierId = idOf("linkifier");
export const playgroundId = idOf("playground");
export const exportId = idOf("export");

export const sessionId = idOf("session");
export const passkeyId = idOf("passkey");
export const apiKeyId = idOf("API key");
export const scimTokenId = idOf("SCIM token");
/** Id of an event, or -1. */
export const eventId = (): z.ZodInt => identifies(int({ min: -1 }), "event");
export const queueId = (): z.ZodString => identifies(text({ allowUnstorable: true }), "event queue");
