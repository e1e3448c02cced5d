import { sql } from "kysely";
import type { TopicLink } from "@parlance/contract/entities/message.ts";
import type { Linkifier } from "@parlance/markdown/render-types.ts";
import type { Row, Tx } from "@parlance/kernel/db/types.ts";
import { recordSnapshotChanges } from "@parlance/kernel/organization-snapshot/snapshot-changes.ts";
import type { SnapshotSection } from "@parlance/kernel/organization-snapshot/snapshot-section.ts";
import { compileLinkifiers } from "./matching/compile-linkifiers.ts";
import { findTopicLinks } from "./matching/topic-links.ts";

type LinkifierRow = Pick<Row<"linkifier">, "id" | "position" | "pattern" | "url_template">;

/** The organization's linkifiers in the organization snapshot. */
export class Linkifiers {
  readonly #byId = new Map<number, LinkifierRow>();
  #inOrder: readonly LinkifierRow[] | undefined;

  get isEmpty(): boolean {
    return this.#byId.size === 0;
  }

  get inOrder(): readonly LinkifierRow[] {
    return (this.#inOrder ??= this.rows().sort((a, b) => a.position - b.position || a.id - b.id));
  }

  /** Compiles the linkifiers for one text or a few that are rendered together. These texts share a search budget. */
  compile(): Linkifier[] {
    return compileLinkifiers(this.inOrder);
  }

  /** Returns the links of a topic. */
  linksOf(topic: string): TopicLink[] {
    return findTopicLinks(this.compile(), topic);
  }

  rows(): LinkifierRow[] {
    return [...this.#byId.values()].sort((a, b) => a.id - b.id);
  }

  put(row: LinkifierRow): void {
    this.#byId.set(row.id, row);
    this.#inOrder = undefined;
  }

  remove(id: number): boolean {
    this.#inOrder = undefined;
    return this.#byId.delete(id);
  }
}

export const linkifiers: SnapshotSection<Linkifiers, LinkifierRow> = {
  name: "linkifiers",
  tables: ["linkifier"],
  rows: (db, realmId, keys) =>
    db
      .selectFrom("linkifier")
      .select(["id", "position", "pattern", "url_template"])
      .where("realm_id", "=", realmId)
      .$if(keys !== "all", (query) => query.where("id", "=", sql<number>`any(${keys}::int[])`))
      .execute(),
  keyOf: ({ id }) => id,
  empty: () => new Linkifiers(),
  put: (facts, row) => facts.put(row),
  remove: (facts, key) => facts.remove(Number(key)),
  allRows: (facts) => facts.rows(),
  bytesPerRow: 1500,
};

/** Records that these linkifiers have changed, so that snapshots are updated. */
export const recordLinkifierChanges = (tx: Tx, realmId: number, ids: readonly number[]): void =>
  recordSnapshotChanges(tx, realmId, linkifiers, ids);
