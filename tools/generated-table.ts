/**
 * Replaces the table between the markers `name` of a document, formatted in the same way as the formatter would. The
 * first row is the head.
 */
export function replaceTable(document: string, name: string, rows: readonly (readonly string[])[]): string {
  const start = `<!-- ${name}: npm run generate writes this table -->`;
  const end = `<!-- end of ${name} -->`;
  const [before, rest] = document.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined)
    throw new Error(`a document lacks the marks of its table: ${start} … ${end}`);
  const [head = [], ...body] = rows;
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[], fill = " ") =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(" | ")} |`;
  const divider = line(
    head.map(() => ""),
    "-",
  );
  const table = [line(head), divider, ...body.map((row) => line(row))].join("\n");
  return `${before}${start}\n\n${table}\n\n${end}${after}`;
}
