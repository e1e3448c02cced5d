import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { PlaygroundNotFound } from "../errors.ts";
import { playgroundsChanged } from "../events.ts";
import { recordPlaygroundChange } from "../playgrounds-snapshot.ts";
import { lockPlaygrounds } from "../policy.ts";

/**
 * Removes a playground.
 * @throws PlaygroundNotFound
 */
export async function removePlayground({ tx, actor, realm, now }: Write, id: number): Promise<void> {
  const playgrounds = await lockPlaygrounds(tx, realm.id);
  const before = playgrounds.find((one) => one.id === id);
  if (!before) throw new PlaygroundNotFound();
  await tx.deleteFrom("playground").where("id", "=", id).execute();
  recordPlaygroundChange(tx, realm.id, id);
  emit(tx, toEveryone(realm.id), playgroundsChanged(playgrounds.filter((one) => one !== before)));
  const act = { realmId: realm.id, actorId: actor.id, act: "playground.removed", targetId: id } as const;
  await recordAct(tx, { ...act, before, now });
}
