// Every text that people read. English is the first language; another one has the same parts with the same types.
import { connection } from "./en/connection.ts";
import { conversation } from "./en/conversation.ts";
import { composer } from "./en/composer.ts";
import { inbox } from "./en/inbox.ts";
import { keys } from "./en/keys.ts";
import { list } from "./en/list.ts";
import { message } from "./en/message.ts";
import { pages } from "./en/pages.ts";
import { palette } from "./en/palette.ts";
import { search } from "./en/search.ts";
import { shell } from "./en/shell.ts";
import { sidebar } from "./en/sidebar.ts";
import { ui } from "./en/ui.ts";
import { unsent } from "./en/unsent.ts";

export const words = {
  composer,
  connection,
  conversation,
  inbox,
  keys,
  list,
  message,
  pages,
  palette,
  search,
  shell,
  sidebar,
  ui,
  unsent,
};
