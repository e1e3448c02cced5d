import { z } from "zod";
import { EmojiReference } from "@parlance/contract/entities/emoji.ts";
import { AppError } from "@parlance/kernel/base/errors.ts";
import { findUnstorableInJson } from "@parlance/kernel/base/storable-values.ts";
import { MAX_CONTENT_CHARACTERS, normalizeTopic } from "#modules/messages/conversations/message-text.ts";
import { isEmailAddress } from "#modules/users/core/email-addresses.ts";
import { parseFullName } from "#modules/users/core/full-names.ts";
import { parseGroupName } from "#modules/groups/core/group-names.ts";
import { parseEmojiName } from "#modules/organizations/custom-emoji/emoji-names.ts";
import { assertValidLinkifier as checkLinkifier } from "#modules/organizations/linkifiers/check-linkifier.ts";
import { linkifierInput } from "#modules/organizations/linkifiers/linkifier-input.ts";
import {
  MAX_FRAGMENT_LENGTH,
  MAX_VIEW_NAME_LENGTH as MAX_VIEW_NAME,
} from "#modules/users/navigation-views/view-names.ts";
import { assertValidPlayground as checkPlayground } from "#modules/organizations/playgrounds/check-playground.ts";
import { playgroundInput } from "#modules/organizations/playgrounds/playground-input.ts";
import { fieldDataOf, parseFieldDefinition } from "#modules/users/profile-fields/definitions/field-definition.ts";
import { SELECT, USER } from "#modules/users/profile-fields/definitions/field-types.ts";
import { serializeFieldValue } from "#modules/users/profile-fields/values/field-values.ts";
import { snippetContent, snippetTitle } from "#modules/messages/snippets/snippet-input.ts";
import { parseFolderName, MAX_FOLDER_DESCRIPTION_LENGTH } from "#modules/channels/folders/folder-names.ts";
import { parseChannelName, MAX_CHANNEL_DESCRIPTION_LENGTH } from "#modules/channels/core/channel-names.ts";
import { parseColor } from "#modules/channels/core/subscriptions/subscription-settings.ts";
import { MAX_ALERT_WORD_LENGTH as MAX_ALERT_WORD } from "#modules/users/alert-words/word-matching.ts";
import { isContentType } from "#modules/messages/uploads/content-types.ts";
import { statusInput } from "#modules/users/status/status-input.ts";
import { parseDomainName } from "#modules/organizations/settings/domain-name.ts";
import type { ExportedTable, Fields } from "../columns/exported-column.ts";
import { invalidValueError } from "../file/export-file-format.ts";
import { parseRow } from "./imported-row.ts";
import { checkImportedSettings } from "./check-imported-settings.ts";

/** Checks the value of a column. Throws or returns false if the API would reject it. */
type ColumnRule = (value: unknown, row: Fields) => unknown;

const is =
  (schema: z.ZodType): ColumnRule =>
  (value) =>
    schema.parse(value);

/** Creates a rule for a text from a validation function of the API. */
const acceptedBy =
  (check: (text: string) => unknown): ColumnRule =>
  (value) =>
    check(z.string().parse(value));

const unlessNull =
  (rule: ColumnRule): ColumnRule =>
  (value, row) =>
    value === null || rule(value, row);

const topic = acceptedBy(normalizeTopic);
const message = is(z.string().max(MAX_CONTENT_CHARACTERS));
const emojiCode: ColumnRule = (value, { emoji_name, reaction_type }) =>
  EmojiReference.parse({ emoji_name, emoji_code: value, reaction_type });

const text = (value: unknown): string => z.string().parse(value);

/**
 * Rules of the API for values that users can choose, by table. Settings are checked separately. Other columns are
 * references, or are checked by the database.
 */
const rules: Partial<Record<ExportedTable, Readonly<Record<string, ColumnRule>>>> = {
  realm_domain: { domain: acceptedBy(parseDomainName) },
  account: { delivery_email: acceptedBy(isEmailAddress), full_name: acceptedBy(parseFullName) },
  custom_profile_field: {
    name: (name, { type, hint, field_data }) =>
      parseFieldDefinition(Number(type), {
        name: text(name),
        hint: text(hint),
        fieldData: fieldDataOf({ field_data: text(field_data) }),
      }),
  },
  custom_profile_value: {
    value: (value, { field_type: type }) =>
      type === USER ||
      type === SELECT ||
      serializeFieldValue({ type: Number(type), name: "value", field_data: "" }, text(value)),
  },
  custom_emoji: { name: acceptedBy(parseEmojiName) },
  user_status: { status_text: is(statusInput.status_text), emoji_code: unlessNull(emojiCode) },
  linkifier: {
    pattern: is(linkifierInput.pattern),
    url_template: (template, { pattern }) =>
      checkLinkifier({ pattern: text(pattern), url_template: linkifierInput.url_template.parse(template) }),
  },
  playground: {
    name: is(playgroundInput.name),
    language: is(playgroundInput.pygments_language),
    url_template: (template, { name, language }) =>
      checkPlayground({
        name: text(name),
        pygments_language: text(language),
        url_template: playgroundInput.url_template.parse(template),
      }),
  },
  user_group: {
    name: (name, { is_system: isSystem }) => name === null || isSystem === true || parseGroupName(text(name)),
  },
  channel_folder: { name: acceptedBy(parseFolderName), description: is(z.string().max(MAX_FOLDER_DESCRIPTION_LENGTH)) },
  channel: { name: acceptedBy(parseChannelName), description: is(z.string().max(MAX_CHANNEL_DESCRIPTION_LENGTH)) },
  subscription: { color: acceptedBy(parseColor) },
  attachment: { content_type: acceptedBy(isContentType), name: is(z.string().regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u)) },
  message: { topic, content: message },
  message_edit: { topic: unlessNull(topic), prev_topic: unlessNull(topic), prev_content: unlessNull(message) },
  reaction: { emoji_code: emojiCode },
  scheduled_message: { topic: unlessNull(topic), content: message },
  draft: { topic: is(z.string()), content: message },
  user_topic: { topic },
  saved_snippet: { title: is(snippetTitle), content: is(snippetContent) },
  navigation_view: {
    fragment: is(z.string().min(1).max(MAX_FRAGMENT_LENGTH)),
    name: unlessNull(is(z.string().min(1).max(MAX_VIEW_NAME))),
  },
  alert_word: { word: is(z.string().min(1).max(MAX_ALERT_WORD)) },
};

/**
 * Checks a row of a file, and returns it without the settings that this release does not know.
 * @throws ExportFileError if the API would reject a value; the message names the row, the column and the remedy
 */
export function checkImportedRow(table: ExportedTable, row: Fields): Fields {
  assertAccepted(table, row);
  return checkImportedSettings(table, row);
}

/** Checks the rows of a file without importing them. */
export async function assertImportable(table: ExportedTable, lines: AsyncIterable<string>): Promise<void> {
  for await (const line of lines) checkImportedRow(table, parseRow(line));
}

function assertAccepted(table: ExportedTable, row: Fields): void {
  for (const [column, rule] of Object.entries(rules[table] ?? {})) {
    // Files written by earlier releases lack some columns.
    if (!Object.hasOwn(row, column)) continue;
    const refusal = rejectionReason(rule, row[column], row);
    if (refusal !== null) throw invalidValueError(column, describeRow(table, row), row[column], refusal);
  }
  for (const [column, value] of Object.entries(row)) {
    const found = findUnstorableInJson(value);
    if (found) throw invalidValueError(column, describeRow(table, row), value, `It contains ${found}`);
  }
}

/** Returns the reason why a value is rejected; null if it is valid, empty if there is no explanation. */
function rejectionReason(rule: ColumnRule, value: unknown, row: Fields): string | null {
  try {
    return rule(value, row) === false ? "" : null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    if (error instanceof z.ZodError) return error.issues[0]?.message ?? "";
    if (error instanceof SyntaxError) return "It is not valid JSON";
    throw error;
  }
}

const describeRow = (table: ExportedTable, { id, user_id: userId, message_id: messageId }: Fields): string => {
  const known = id ?? messageId ?? userId;
  return known === undefined ? `a row of ${table}` : `${table} ${JSON.stringify(known)}`;
};
