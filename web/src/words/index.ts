// Every text that people read. English is the first language; another one has the same parts with the same types.
import { shell } from "./en/shell.ts";
import { sidebar } from "./en/sidebar.ts";
import { ui } from "./en/ui.ts";

export const words = { shell, sidebar, ui };
