import { sql } from "kysely";
import type { RestartEvent, WebReloadEvent } from "@parlance/contract/nouns/server.ts";
import type { z } from "zod";
import { replaceServerFact } from "@parlance/kernel/db/server-facts.ts";
import type { Database, Tx } from "@parlance/kernel/db/types.ts";
import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Presenter } from "@parlance/kernel/events/presenter.ts";
import type { WireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import { serverInfo, serverGeneration } from "#modules/organizations/settings/server/server-info.ts";

/** Key under which the release that clients were last notified of is stored in `server_fact`. */
const RELEASE_FACT = "release";
/**
 * Values of a queue's `client` that mean that its program was loaded from this server: the web client's name, and the
 * start of every browser's user agent.
 */
const BROWSERS: ReadonlySet<string> = new Set(["website", "Mozilla"]);

type Body<E extends z.ZodType> = Omit<z.infer<E>, "id">;

/**
 * Notifies all clients if the release has changed. Called by every process that is about to accept requests; only the
 * first process of a new release notifies.
 */
export async function announceUpgrade(db: Database, wireAliases: WireAliases): Promise<void> {
  const release = JSON.stringify(serverInfo);
  const known = await db.reader
    .selectFrom("server_fact")
    .select("value")
    .where("key", "=", RELEASE_FACT)
    .executeTakeFirst();
  if (known?.value !== release) await db.write((tx) => announceRelease(tx, release, wireAliases));
}

async function announceRelease(tx: Tx, release: string, wireAliases: WireAliases): Promise<void> {
  if (!(await replaceServerFact(tx, RELEASE_FACT, release))) return;
  const { rows } = await sql<{ realm_id: number }>`select distinct realm_id from event_queue`.execute(tx);
  const restarted: Body<typeof RestartEvent> = { type: "restart", ...serverInfo, server_generation: serverGeneration };
  const reload: Body<typeof WebReloadEvent> = { type: "web_reload_client", immediate: false };
  for (const { realm_id: realmId } of rows) {
    emit(tx, toEveryone(realmId), wireAliases.withRelease(restarted));
    emit(tx, toEveryone(realmId), reload);
  }
}

/** Sends the reload event only to clients in a browser, because only those were loaded from this server. */
export const reloadPresenter: Presenter = {
  variant: (_, { client }) => (BROWSERS.has(client) ? "" : null),
  present: (event) => [event],
};
