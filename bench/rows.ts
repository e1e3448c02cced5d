import type { Row } from "./row.ts";
import { bulk } from "./rows/bulk.ts";
import { delivery } from "./rows/delivery.ts";
import { firstStart } from "./rows/first-start.ts";
import { fetch } from "./rows/fetch.ts";
import { firstUnread } from "./rows/first-unread.ts";
import { hostile } from "./rows/hostile.ts";
import { idleCost } from "./rows/idle-cost.ts";
import { idle } from "./rows/idle.ts";
import { presenceCost, registerCost } from "./rows/large-organization.ts";
import { latency } from "./rows/latency.ts";
import { limits } from "./rows/limits.ts";
import { mark } from "./rows/mark.ts";
import { markdown } from "./rows/markdown.ts";
import { memory } from "./rows/memory.ts";
import { move } from "./rows/move.ts";
import { narrows } from "./rows/narrows.ts";
import { largeOrganization, organizations } from "./rows/organizations.ts";
import { authenticationCost, fetchCost, sendCost } from "./rows/processor-time.ts";
import { register } from "./rows/register.ts";
import { searchLarge } from "./rows/search-large.ts";
import { search } from "./rows/search.ts";
import { send } from "./rows/send.ts";
import { start } from "./rows/start.ts";
import { streams } from "./rows/streams.ts";
import { subscribers } from "./rows/subscribers.ts";
import { web } from "./rows/web.ts";

/** All measurements, in the order of the table. */
export const rows: readonly Row[] = [
  send,
  sendCost,
  subscribers,
  fetch,
  fetchCost,
  firstUnread,
  narrows,
  search,
  searchLarge,
  mark,
  move,
  bulk,
  delivery,
  register,
  registerCost,
  presenceCost,
  memory,
  streams,
  organizations,
  largeOrganization,
  start,
  firstStart,
  idle,
  idleCost,
  latency,
  markdown,
  authenticationCost,
  limits,
  hostile,
  web,
];
