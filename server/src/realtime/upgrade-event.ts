import { sql } from "kysely";
import type { RestartEvent, WebReloadEvent } from "@parlance/contract/nouns/server.ts";
import type { z } from "zod";
import { replaceServerFact } from "@parlance/kernel/db/server-facts.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Presenter } from "@parlance/kernel/events/presenter.ts";
import type { WireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import { serverInfo, serverGeneration } from "#modules/organizations/settings/server/server-info.ts";

/** The key of the server's fact which release clients were told of last. */
const RELEASE_FACT = "release";
/** What programs call themselves that were loaded from the server, and all browsers in their User-Agent. */
const BROWSERS: ReadonlySet<string> = new Set(["website", "Mozilla"]);

type Body<E extends z.ZodType> = Omit<z.infer<E>, "id">;

/**
 * Tells all clients of another release than they know: of several processes that start, the first does. To be called by a
 * process that is about to answer them.
 */
export async function announceUpgrade(tx: Tx, wireAliases: WireAliases): Promise<void> {
  if (!(await replaceServerFact(tx, RELEASE_FACT, JSON.stringify(serverInfo)))) return;
  const { rows } = await sql<{ realm_id: number }>`select distinct realm_id from event_queue`.execute(tx);
  const restarted: Body<typeof RestartEvent> = { type: "restart", ...serverInfo, server_generation: serverGeneration };
  const reload: Body<typeof WebReloadEvent> = { type: "web_reload_client", immediate: false };
  for (const { realm_id: realmId } of rows) {
    emit(tx, toEveryone(realmId), wireAliases.withRelease(restarted));
    emit(tx, toEveryone(realmId), reload);
  }
}

/** Only what runs in a browser has been loaded from the server. */
export const reloadPresenter: Presenter = {
  variant: (_, { client }) => (BROWSERS.has(client) ? "" : null),
  present: (event) => [event],
};
