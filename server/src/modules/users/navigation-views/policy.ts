import type { NavigationView } from "@parlance/contract/nouns/navigation-views.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { lockAccount } from "#modules/users/core/lock-account.ts";
import { ViewDoesNotExist } from "./errors.ts";
import { listViews } from "./queries.ts";

/** Loads the actor's views, and locks them so that no other transaction changes them. */
export async function lockViews({ tx, actor }: Write): Promise<NavigationView[]> {
  await lockAccount(tx, actor.id);
  return listViews(tx, actor.id);
}

/** Loads one of the actor's views and locks all of them. Throws ViewDoesNotExist. */
export async function lockView(ctx: Write, fragment: string): Promise<NavigationView> {
  const view = (await lockViews(ctx)).find((one) => one.fragment === fragment);
  if (!view) throw new ViewDoesNotExist();
  return view;
}
