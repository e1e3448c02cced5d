/** Texts used in many places. */
export const shell = {
  conversations: "Conversations",
  unknownPerson: "Unknown user",
};
