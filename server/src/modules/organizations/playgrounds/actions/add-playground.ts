import { toEveryone } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { recordAct } from "#modules/platform/audit-log/actions/record-act.ts";
import { assertValidPlayground, type NewPlayground } from "../check-playground.ts";
import { PlaygroundExists } from "../errors.ts";
import { playgroundsChanged } from "../events.ts";
import { recordPlaygroundChange } from "../playgrounds-snapshot.ts";
import { lockPlaygrounds } from "../policy.ts";

/**
 * Adds a playground. Returns its id.
 * @throws one of `playgroundErrors`
 */
export async function addPlayground({ tx, actor, realm, now }: Write, wanted: NewPlayground): Promise<number> {
  assertValidPlayground(wanted);
  const { name, pygments_language: language, url_template } = wanted;
  const others = await lockPlaygrounds(tx, realm.id);
  if (others.some((one) => one.name === name && one.pygments_language === language)) throw new PlaygroundExists();
  const { id } = await tx
    .insertInto("playground")
    .values({ realm_id: realm.id, name, language, url_template })
    .returning("id")
    .executeTakeFirstOrThrow();
  recordPlaygroundChange(tx, realm.id, id);
  emit(tx, toEveryone(realm.id), playgroundsChanged([...others, { id, ...wanted }]));
  const act = { realmId: realm.id, actorId: actor.id, act: "playground.added", targetId: id } as const;
  await recordAct(tx, { ...act, after: { id, ...wanted }, now });
  return id;
}
