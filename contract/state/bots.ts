import type { Bot } from "../entities/bot.ts";
import type { EventOf } from "../events/index.ts";
import { ascending, put } from "./lists.ts";
import { change, overlay, type Reducer } from "./state.ts";

export const realm_bot: Reducer<"realm_bot"> = (state, event) =>
  change(state, "realm_bots", (bots) => changeBots(bots, event));

function changeBots(bots: Bot[], event: EventOf<"realm_bot">): Bot[] {
  const { bot } = event;
  const changeOne = (to: (one: Bot) => Bot) => bots.map((one) => (one.user_id === bot.user_id ? to(one) : one));
  switch (event.op) {
    case "add":
      return put(bots, event.bot, ({ user_id }) => user_id).sort((a, b) => ascending(a.user_id, b.user_id));
    case "update":
      return changeOne((one) => overlay(one, event.bot));
    case "remove":
      return changeOne((one) => ({ ...one, is_active: false }));
    case "delete":
      return bots.filter(({ user_id }) => user_id !== bot.user_id);
  }
}
