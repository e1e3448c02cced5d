import { ADMINISTRATORS_ONLY, from, OWNERS_ONLY, users } from "../answers.ts";
import { row, type PermissionRow } from "../row.ts";
import type { Stage } from "../stage.ts";

async function domain(stage: Stage): Promise<string> {
  const name = `${stage.fresh("domain")}.example`;
  await stage.owner.does("POST", "/realm/domains", { domain: name });
  return name;
}

export const realmRows: readonly PermissionRow[] = [
  row("PATCH /realm", from("administrator", ADMINISTRATORS_ONLY), (stage) => ({
    parameters: { description: stage.fresh("words") },
  })),
  row("GET /realm/domains", users()),
  row("POST /realm/domains", from("owner", OWNERS_ONLY), (stage) => ({
    parameters: { domain: `${stage.fresh("domain")}.example` },
  })),
  row("PATCH /realm/domains/{domain}", from("owner", OWNERS_ONLY), async (stage) => ({
    path: { domain: await domain(stage) },
    parameters: { allow_subdomains: true },
  })),
  row("DELETE /realm/domains/{domain}", from("owner", OWNERS_ONLY), async (stage) => ({
    path: { domain: await domain(stage) },
  })),
];
