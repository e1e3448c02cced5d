import { ADMINISTRATORS_ONLY, but, from, users } from "../answers.ts";
import { row, type PermissionRow } from "../row.ts";

const MAY_NOT_CREATE = "User not authorized to create users";

export const userRows: readonly PermissionRow[] = [
  row("GET /users", users()),
  // Administrators need a right of the server's operators as well.
  row(
    "POST /users",
    but(from("administrator", ADMINISTRATORS_ONLY), { owner: MAY_NOT_CREATE, administrator: MAY_NOT_CREATE }),
    (stage) => ({
      parameters: { email: `${stage.fresh("new")}@example.com`, full_name: "New", password: "a very long passphrase" },
    }),
  ),
  row("GET /users/me", users()),
  row("GET /users/{user_id}", users(), ({ people }) => ({ path: { user_id: people.member.id } })),
  row("GET /users/{email}", users(), ({ people }) => ({ path: { email: people.member.email } })),
];
