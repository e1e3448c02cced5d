const COMMAND = /^\/(poll|todo)(?!\S)/;
const BULLET = /^[-*]?\s*/;
const DESCRIPTION = ": ";

/**
 * What the widget begins as that a message's text asks for, as JSON text: a poll with a question and a line for each
 * option, or a list with a title and lines of a task, a colon and what it is about. Null: it asks for none.
 */
export function widgetBegun(content: string): string | null {
  const [command, name] = COMMAND.exec(content) ?? [];
  if (command === undefined) return null;
  const [first = "", ...lines] = content.slice(command.length).split(/\r\n|\r|\n/);
  const title = first.trim();
  const items = lines.map((line) => line.trim().replace(BULLET, "")).filter((item) => item !== "");
  const data =
    name === "poll" ? { question: title, options: items } : { task_list_title: title, tasks: items.map(taskOf) };
  return JSON.stringify({ widget_type: name, extra_data: data });
}

function taskOf(item: string): { task: string; desc: string } {
  const end = item.indexOf(DESCRIPTION);
  if (end === -1) return { task: item, desc: "" };
  return { task: item.slice(0, end).trim(), desc: item.slice(end + DESCRIPTION.length).trim() };
}
