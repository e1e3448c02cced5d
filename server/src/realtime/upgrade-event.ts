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

/** Key of the server fact for the release that clients were last notified of. */
const RELEASE_FACT = "release";
/** Client names of programs that were loaded from the server, and the start of every browser's user agent. */
const BROWSERS: ReadonlySet<string> = new Set(["website", "Mozilla"]);

type Body<E extends z.ZodType> = Omit<z.infer<E>, "id">;

/**
 * Notifies all clients if the release has changed; of several processes that start, only the first does. To be called
 * by a process that is about to accept requests.
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

/** Only clients that run in a browser were loaded from the server. */
export const reloadPresenter: Presenter = {
  variant: (_, { client }) => (BROWSERS.has(client) ? "" : null),
  present: (event) => [event],
};
