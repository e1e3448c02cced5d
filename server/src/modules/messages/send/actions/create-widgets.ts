import { sql } from "kysely";
import type { Submessage } from "@parlance/contract/entities/message.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";

const COMMAND = /^\/(poll|todo)(?!\S)/;
const BULLET = /^[-*]?\s*/;
const DESCRIPTION = ": ";

/**
 * Parses a command at the start of a message's text that creates a widget. `/poll` is followed by a question, and each
 * further line is an option. The to-do command is followed by a title, and each further line is a task, optionally with
 * a colon and a description. Returns the widget's initial content as JSON text, or null if the text has no command.
 */
function parseWidgetCommand(content: string): string | null {
  const [command, name] = COMMAND.exec(content) ?? [];
  if (command === undefined) return null;
  const [first = "", ...lines] = content.slice(command.length).split(/\r\n|\r|\n/);
  const title = first.trim();
  const items = lines.map((line) => line.trim().replace(BULLET, "")).filter((item) => item !== "");
  const data =
    name === "poll" ? { question: title, options: items } : { task_list_title: title, tasks: items.map(parseTask) };
  return JSON.stringify({ widget_type: name, extra_data: data });
}

function parseTask(item: string): { task: string; desc: string } {
  const end = item.indexOf(DESCRIPTION);
  if (end === -1) return { task: item, desc: "" };
  return { task: item.slice(0, end).trim(), desc: item.slice(end + DESCRIPTION.length).trim() };
}

/** A message that was just stored. */
interface NewMessageContent {
  readonly id: number;
  readonly senderId: number;
  readonly content: string;
}

/**
 * Creates the widgets of new messages. Returns the stored submessages by message id. Makes no query if no message
 * creates a widget.
 */
export async function createWidgets(tx: Tx, messages: readonly NewMessageContent[]): Promise<Map<number, Submessage>> {
  const widgets = messages.flatMap(({ id, senderId, content }) => {
    const widget = parseWidgetCommand(content);
    return widget === null ? [] : [{ id, senderId, widget }];
  });
  if (widgets.length === 0) return new Map();
  const { rows } = await sql<Submessage>`
    insert into submessage (message_id, sender_id, msg_type, content)
    select message_id, sender_id, 'widget', content
    from unnest(
      ${widgets.map(({ id }) => id)}::bigint[], ${widgets.map(({ senderId }) => senderId)}::int[],
      ${widgets.map(({ widget }) => widget)}::text[]
    ) as new (message_id, sender_id, content)
    order by message_id
    returning id, message_id, sender_id, msg_type, content`.execute(tx);
  return new Map(rows.map((row) => [row.message_id, row]));
}
