import { deleteDB } from "idb";
import type { Client } from "./client.ts";

/** Ends the session of this browser, and removes what it has kept of the person. */
export async function signOut({ call, me }: Client): Promise<void> {
  const answer = await call("GET", "/users/me/sessions");
  const current = answer.result === "success" ? answer.sessions.find(({ is_current }) => is_current) : undefined;
  if (current) await call("DELETE", `/users/me/sessions/${current.id}`);
  for (const name of Object.keys(localStorage)) if (name.startsWith("parlance.")) localStorage.removeItem(name);
  await deleteDB(`parlance ${me}`, { blocked: () => location.assign("/") });
  location.assign("/");
}
