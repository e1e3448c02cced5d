import { UserPage } from "./user-page.tsx";
import { Users } from "../users.tsx";

/** All accounts, or one of them. */
export const UsersPage = ({ id }: { id: string | undefined }) =>
  id === undefined ? <Users /> : <UserPage userId={Number(id)} />;
